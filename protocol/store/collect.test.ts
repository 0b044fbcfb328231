import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from './collect.ts';

async function* numbers(): AsyncGenerator<number, void> {
  yield 1;
  yield 2;
  yield 3;
}

test('all items are read, in order', async () => {
  assert.deepEqual(await collect(numbers()), [1, 2, 3]);
});

test('items that do not fit are left out', async () => {
  assert.deepEqual(await collect(numbers(), (number) => number !== 2), [1, 3]);
});

test('an error while reading is thrown', async () => {
  const refused = collect(numbers(), () => {
    throw new RangeError('no');
  });
  await assert.rejects(refused, RangeError);
});
