import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRow } from './find-row.ts';

test('bad input: names of Object.prototype are in no table', () => {
  assert.equal(findRow({ a: 1 }, 'a'), 1);
  for (const id of ['b', '', '__proto__', 'constructor', 'toString'])
    assert.equal(findRow({ a: 1 }, id), undefined);
});
