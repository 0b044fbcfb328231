import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { formatScopes, parseRegistryScopes } from './registry-scope.ts';

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
  ['a resource class', ['repository(plugin):app:pull'], 'repository(plugin):app:pull'],
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
