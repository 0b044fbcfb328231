import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKeptObject, listKept } from './kept-objects.ts';

test('bad input: a list contains objects only, whatever the realm file has in its place', () => {
  assert.deepEqual(listKept({ things: [{ alias: 'a' }, 7, null, [], { alias: 'b' }] }, 'things'), [
    { alias: 'a' },
    { alias: 'b' },
  ]);
  for (const things of [undefined, null, 'x', { alias: 'a' }])
    assert.deepEqual(listKept({ things }, 'things'), []);
});

test('an array and null are no objects', () => {
  assert.deepEqual([{}, [], null, 'x', undefined].map(isKeptObject), [true, false, false, false, false]);
});
