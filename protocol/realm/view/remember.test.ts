import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remember, rememberText } from './remember.ts';

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

test('a value is computed once per owner and text, and the texts of an owner are dropped at the limit', () => {
  const memory = new WeakMap<object, Map<string, object>>();
  const owner = {};
  const first = rememberText(memory, owner, '0', () => ({}));
  for (let text = 1; text < 64; text += 1) rememberText(memory, owner, String(text), () => ({}));
  const again = rememberText(memory, owner, '0', () => assert.fail('computed twice'));
  assert.equal(again, first);
  rememberText(memory, owner, 'one too many', () => ({}));
  assert.deepEqual([...(memory.get(owner)?.keys() ?? [])], ['one too many']);
});
