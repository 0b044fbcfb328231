import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsBetween } from './selection.ts';

const rows = ['a', 'b', 'c', 'd'];
const keyOf = (row: string): string => row;

test('console "Frame": with the shift key, every row between two is selected, in both directions', () => {
  assert.deepEqual(rowsBetween(rows, keyOf, 'b', 'd'), ['b', 'c', 'd']);
  assert.deepEqual(rowsBetween(rows, keyOf, 'c', 'a'), ['a', 'b', 'c']);
  assert.deepEqual(rowsBetween(rows, keyOf, 'b', 'b'), ['b']);
});

test('console "Frame": a range whose first row is no longer shown selects only the second', () => {
  assert.deepEqual(rowsBetween(rows, keyOf, 'gone', 'c'), ['c']);
  assert.deepEqual(rowsBetween(rows, keyOf, undefined, 'c'), ['c']);
  assert.deepEqual(rowsBetween(rows, keyOf, 'a', 'gone'), []);
});
