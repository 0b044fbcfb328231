import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAlias } from './check-alias.ts';

test('console "Providers": an alias is a part of an address, and unique in the realm', () => {
  const taken = new Set(['google']);
  for (const alias of ['github', 'my-idp_2', 'übung'])
    assert.equal(checkAlias(alias, taken), undefined, alias);
  for (const alias of ['', 'a b', 'a/b', 'a?b', 'a#b', 'google'])
    assert.equal(typeof checkAlias(alias, taken), 'string', alias);
});
