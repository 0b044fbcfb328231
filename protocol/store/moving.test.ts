import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from './collect.ts';
import { inBatches } from './moving.ts';

async function* numbers(count: number): AsyncGenerator<number, void> {
  for (let number = 1; number <= count; number += 1) yield number;
}

test('batches are full but for the last one, and none is empty', async () => {
  assert.deepEqual(await collect(inBatches(numbers(5), 2)), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(await collect(inBatches(numbers(4), 2)), [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(await collect(inBatches(numbers(0), 2)), []);
});

test('an error of the items ends the batches', async () => {
  async function* failing(): AsyncGenerator<number, void> {
    yield 1;
    throw new RangeError('torn');
  }
  await assert.rejects(collect(inBatches(failing(), 2)), RangeError);
});
