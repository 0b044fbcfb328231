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
  ['an IPv6 host', ['repository:[::1]:5000/app:pull'], 'repository:[::1]:5000/app:pull'],
  ['a resource class, which is ignored,', ['repository(plugin):app:pull'], 'repository:app:pull'],
  [
    'a resource with and without its class',
    ['repository:app:pull repository(plugin):app:push'],
    'repository:app:pull,push',
  ],
  [
    'several separated by spaces',
    ['repository:a:pull repository:b:push'],
    'repository:a:pull repository:b:push',
  ],
  ['several parameters', ['repository:a:pull', 'repository:b:push'], 'repository:a:pull repository:b:push'],
  ['the same resource twice', ['repository:a:pull', 'repository:a:push,pull'], 'repository:a:pull,push'],
  ['no action', ['repository:a:'], 'repository:a:'],
];

for (const [what, values, formatted] of READ) {
  test(`distribution token scope: ${what} is accepted`, () => {
    assert.equal(formatScopes(parseRegistryScopes(values)), formatted);
  });
}

const REFUSED: readonly (readonly [what: string, value: string])[] = [
  ['a word', 'openid'],
  ['only a type and a name', 'repository:app'],
  ['an upper-case type', 'Repository:app:pull'],
  ['no type', ':app:pull'],
  ['no name', 'repository::pull'],
  ['half a class', 'repository(plugin:app:pull'],
  ['a name with a tab', 'repository:app\tb:pull'],
  ['a name with a line break', 'repository:app:pull\nrepository:b:pull'],
  ['a colon inside a name', 'repository:app:b:pull'],
  ['a port without a host', 'repository::5000/app:pull'],
  ['a port without a path', 'repository:registry.test:5000:pull'],
  ['a name with markup', 'repository:<b>app</b>:pull'],
  ['a non-ASCII name', 'repository:größe:pull'],
  ['an upper-case action', 'repository:app:PULL'],
  ['an action that starts with *', 'repository:app:*x'],
  ['an overlong name', `repository:${'a'.repeat(513)}:pull`],
  ['too many resources', Array.from({ length: 65 }, (_, i) => `repository:a${i}:pull`).join(' ')],
];

for (const [what, value] of REFUSED) {
  test(`distribution token scope: ${what} is rejected with a remedy`, () => {
    assert.throws(
      () => parseRegistryScopes([value]),
      (error) => error instanceof OAuthError && error.code === 'invalid_scope' && error.remedy !== undefined,
    );
  });
}

test('distribution token scope: a refusal names the unreadable part of the scope', () => {
  const faultOf = (scope: string): string => {
    try {
      return formatScopes(parseRegistryScopes([scope]));
    } catch (error) {
      return error instanceof OAuthError ? error.description : String(error);
    }
  };
  assert.match(faultOf('openid'), /"openid" cannot be read: it is not type:name:actions/);
  assert.match(faultOf('Repository:app:pull'), /its type/);
  assert.match(faultOf('repository:a b:pull'), /"repository:a" cannot be read/);
  assert.match(faultOf('repository:app?:pull'), /its name/);
  assert.match(faultOf('repository:app:PULL'), /its actions/);
});

test('a role name is read as a scope if it has that form', () => {
  assert.deepEqual(readRegistryScope('repository:team/*:pull,push'), {
    type: 'repository',
    name: 'team/*',
    actions: ['pull', 'push'],
  });
  for (const name of ['admin', 'repository:app', 'a b:c:d', 'Orders:items:read'])
    assert.equal(readRegistryScope(name), undefined, name);
});
