import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remember } from './remember.ts';

test('a value is computed once per key, and the same object is returned afterwards', () => {
  const memory = new WeakMap<object, object>();
  const key = {};
  const first = remember(memory, key, () => ({}));
  const again = remember(memory, key, () => assert.fail('made twice'));
  assert.equal(again, first);
  assert.notEqual(
    remember(memory, {}, () => ({})),
    first,
  );
});

test('a value whose computation fails is not cached', () => {
  const memory = new Map<string, object>();
  const fail = (): object => {
    throw new TypeError('no');
  };
  assert.throws(() => remember(memory, 'k', fail), TypeError);
  assert.equal(memory.size, 0);
});
