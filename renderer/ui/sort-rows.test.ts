import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextOrder, sortRows } from './sort-rows.ts';

test('console "Frame": a list is sorted numerically and without regard to case', () => {
  const sorted = sortRows(['b-10', 'B-2', 'a'], (row) => row, false);
  assert.deepEqual(sorted, ['a', 'B-2', 'b-10']);
  assert.deepEqual(
    sortRows(sorted, (row) => row, true),
    ['b-10', 'B-2', 'a'],
  );
});

test('console "Frame": sorting does not change the given rows', () => {
  const rows = Object.freeze(['b', 'a']);
  assert.deepEqual(
    sortRows(rows, (row) => row, false),
    ['a', 'b'],
  );
});

test('console "Frame": the second click on a heading reverses the order, another heading sorts ascending', () => {
  const first = nextOrder({ column: 'name', descending: false }, 'name');
  assert.deepEqual(first, { column: 'name', descending: true });
  assert.deepEqual(nextOrder(first, 'protocol'), { column: 'protocol', descending: false });
});
