import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRealmName } from './realm-name.ts';

test('a realm name can be one segment of a path as it is', () => {
  for (const name of ['shop', 'Shop_2', 'shop-1.test', 'läden']) assert.equal(isRealmName(name), true, name);
});

for (const name of ['', '.', '..', 'a b', 'a/b', 'a?b', 'a%20b', 'a#b', '"a"', 'a:b', 'a\n'])
  test(`${JSON.stringify(name)} is no realm name`, () => assert.equal(isRealmName(name), false));
