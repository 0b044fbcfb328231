import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedList } from './bounded-list.ts';

test('console "Logs", "Activity": the newest items are kept, oldest first, whatever has been dropped before', () => {
  const list = new BoundedList<number>(3, 1000);
  for (let item = 1; item <= 5000; item++) {
    list.add(item, 1);
    assert.equal(list.length, Math.min(item, 3));
  }
  assert.deepEqual(list.all(), [4998, 4999, 5000]);
});

test('console "Logs", "Activity": the bytes of all items are limited, but the newest item is always kept', () => {
  const list = new BoundedList<string>(10, 100);
  list.add('a', 40);
  list.add('b', 60);
  assert.deepEqual(list.all(), ['a', 'b']);
  list.add('c', 1);
  assert.deepEqual(list.all(), ['b', 'c']);
  list.add('large', 500);
  assert.deepEqual(list.all(), ['large']);
  list.add('d', 99);
  assert.deepEqual(list.all(), ['d']);
  list.clear();
  assert.deepEqual([list.length, list.all()], [0, []]);
  list.add('e', 100);
  assert.equal(list.length, 1);
});

test('items that fit are dropped wherever they are, and their bytes are free again', () => {
  const list = new BoundedList<number>(4, 100);
  for (const item of [1, 2, 3, 4, 5]) list.add(item, 25);
  list.removeWhere((item) => item > 9);
  assert.deepEqual(list.all(), [2, 3, 4, 5]);
  list.removeWhere((item) => item % 2 === 0);
  assert.deepEqual([list.length, list.all()], [2, [3, 5]]);
  list.add(6, 50);
  assert.deepEqual(list.all(), [3, 5, 6]);
  list.add(7, 25);
  assert.deepEqual(list.all(), [5, 6, 7]);
});
