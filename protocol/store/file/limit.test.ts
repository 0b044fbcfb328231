import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLimit } from './limit.ts';

test('no more tasks run at once than allowed; all run in order, and a failure frees its slot', async () => {
  const limit = createLimit(3);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const work = (index: number) => async () => {
    order.push(index);
    running++;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (index % 2 === 1) throw new RangeError(String(index));
    return index;
  };
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  const results = await Promise.allSettled(numbers.map((index) => limit(work(index))));
  assert.equal(most, 3);
  assert.deepEqual(order, numbers);
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
    numbers.map((index) => (index % 2 === 1 ? `RangeError: ${index}` : index)),
  );
});
