import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAttribute } from './setting-row.ts';
import { flag } from './value-type.ts';

test('an attribute is found by its own name only', () => {
  const row = { type: flag, section: 'General', effect: 'None.' };
  assert.equal(findAttribute({ on: row }, 'on'), row);
  for (const name of ['off', 'constructor', '__proto__'])
    assert.equal(findAttribute({ on: row }, name), undefined);
});
