import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAll } from './run-all.ts';

test('bulk changes: every entry is tried although one fails, and the first error is reported', async () => {
  const tried: number[] = [];
  const run = runAll([1, 2, 3, 4, 5, 6], async (entry) => {
    tried.push(entry);
    if (entry === 2 || entry === 5) throw new Error(`no ${entry}`);
  });
  await assert.rejects(run, /no 2/);
  assert.deepEqual(tried.toSorted(), [1, 2, 3, 4, 5, 6]);
});

test('bulk changes: at most four requests run at the same time', async () => {
  let running = 0;
  let most = 0;
  const numbers = Array.from({ length: 9 }, (_, index) => index);
  const count = await runAll(numbers, async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  });
  assert.deepEqual([count, most], [9, 4]);
});

test('bulk changes: nothing is to be done for no entries', async () => {
  assert.equal(await runAll([], () => Promise.reject(new Error('called'))), 0);
});
