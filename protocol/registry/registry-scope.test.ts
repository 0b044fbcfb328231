import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { formatScopes, parseRegistryScopes, readRegistryScope } from './registry-scope.ts';

const READ: readonly (readonly [what: string, values: readonly string[], formatted: string])[] = [
  ['no scope', [], 'nothing'],
  ['an empty scope', [''], 'nothing'],
  ['one repository', ['repository:app:pull,push'], 'repository:app:pull,push'],
  ['a path', ['repository:team/app:pull'], 'repository:team/app:pull'],
  [
    'a host with its port',
    ['repository:registry.test:5000/team/app:pull'],
    'repository:registry.test:5000/team/app:pull',
  ],
  ['the catalog', ['registry:catalog:*'], 'registry:catalog:*'],
  ['a host that is an address of IPv6', ['repository:[::1]:5000/app:pull'], 'repository:[::1]:5000/app:pull'],
  ['a resource class, which says nothing,', ['repository(plugin):app:pull'], 'repository:app:pull'],
  [
    'a resource with and without its class',
    ['repository:app:pull repository(plugin):app:push'],
    'repository:app:pull,push',
  ],
  ['several between blanks', ['repository:a:pull repository:b:push'], 'repository:a:pull repository:b:push'],
  ['several parameters', ['repository:a:pull', 'repository:b:push'], 'repository:a:pull repository:b:push'],
  ['the same resource twice', ['repository:a:pull', 'repository:a:push,pull'], 'repository:a:pull,push'],
  ['no action', ['repository:a:'], 'repository:a:'],
];

for (const [what, values, formatted] of READ) {
  test(`distribution token scope: ${what} is read`, () => {
    assert.equal(formatScopes(parseRegistryScopes(values)), formatted);
  });
}

const REFUSED: readonly (readonly [what: string, value: string])[] = [
  ['a word', 'openid'],
  ['a type and a name alone', 'repository:app'],
  ['a type in capitals', 'Repository:app:pull'],
  ['no type', ':app:pull'],
  ['no name', 'repository::pull'],
  ['half a class', 'repository(plugin:app:pull'],
  ['a name with a tab', 'repository:app\tb:pull'],
  ['a name with a line break', 'repository:app:pull\nrepository:b:pull'],
  ['a name of two names', 'repository:app:b:pull'],
  ['a port behind nothing', 'repository::5000/app:pull'],
  ['a port without a path', 'repository:registry.test:5000:pull'],
  ['a name with markup', 'repository:<b>app</b>:pull'],
  ['a name beyond ASCII', 'repository:größe:pull'],
  ['an action in capitals', 'repository:app:PULL'],
  ['an action beside *', 'repository:app:*x'],
  ['a name that is too long', `repository:${'a'.repeat(513)}:pull`],
  [
    'more resources than anybody needs',
    Array.from({ length: 65 }, (_, i) => `repository:a${i}:pull`).join(' '),
  ],
];

for (const [what, value] of REFUSED) {
  test(`distribution token scope: ${what} is refused by name`, () => {
    assert.throws(
      () => parseRegistryScopes([value]),
      (error) => error instanceof OAuthError && error.code === 'invalid_scope' && error.remedy !== undefined,
    );
  });
}

test('distribution token scope: a refusal says what of the scope cannot be read', () => {
  const told = (scope: string): string => {
    try {
      return formatScopes(parseRegistryScopes([scope]));
    } catch (error) {
      return error instanceof OAuthError ? error.description : String(error);
    }
  };
  assert.match(told('openid'), /"openid" cannot be read: it is not type:name:actions/);
  assert.match(told('Repository:app:pull'), /its type/);
  assert.match(told('repository:a b:pull'), /"repository:a" cannot be read/);
  assert.match(told('repository:app?:pull'), /its name/);
  assert.match(told('repository:app:PULL'), /its actions/);
});

test('a role’s name is read as a scope, or is none', () => {
  assert.deepEqual(readRegistryScope('repository:team/*:pull,push'), {
    type: 'repository',
    name: 'team/*',
    actions: ['pull', 'push'],
  });
  for (const name of ['admin', 'repository:app', 'a b:c:d', 'Orders:items:read'])
    assert.equal(readRegistryScope(name), undefined, name);
});
