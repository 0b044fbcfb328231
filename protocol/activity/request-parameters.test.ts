import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPairs } from './request-parameters.ts';

test('RFC 6749 §B: names and values are decoded, repeated ones are kept in their order', () => {
  assert.deepEqual(readPairs('a=1+2&b=%C3%A4&a=%26'), [
    ['a', '1 2'],
    ['b', 'ä'],
    ['a', '&'],
  ]);
});

test('a broken encoding, a missing value and empty parts are shown, not refused', () => {
  assert.deepEqual(readPairs('&a=%zz&&b&=c'), [
    ['a', '%zz'],
    ['b', ''],
    ['', 'c'],
  ]);
});
