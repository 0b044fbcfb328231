import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRealmName } from './check-realm-name.ts';

test('a realm name that would break URLs is refused with the characters to use', () => {
  for (const name of ['a b', 'a/b', '..', 'x?', 'ü#'])
    assert.match(checkRealmName(name, []) ?? '', /letters, digits/);
});

test('an empty name and a taken one are refused', () => {
  assert.match(checkRealmName('', []) ?? '', /Enter a name/);
  assert.match(checkRealmName('shop', ['shop']) ?? '', /already/);
});

test('any other name is accepted', () => {
  assert.equal(checkRealmName('shop-2', ['shop']), undefined);
});
