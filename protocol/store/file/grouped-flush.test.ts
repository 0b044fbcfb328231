import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGroupedFlush } from './grouped-flush.ts';

/** A flush whose runs end when the test says so. */
function createSlowFlush() {
  const runs: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const flush = createGroupedFlush(
    () => new Promise<void>((end, fail) => runs.push({ end, fail: (error) => fail(error) })),
  );
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { flush, runs, turn };
}

test('changes in the same turn share a flush', async () => {
  const { flush, runs, turn } = createSlowFlush();
  const waiting = Promise.all([flush(), flush(), flush()]);
  await turn();
  runs[0]?.end();
  await waiting;
  assert.equal(runs.length, 1);
});

test('changes during a flush wait for the next one and share it', async () => {
  const { flush, runs, turn } = createSlowFlush();
  const first = flush();
  await turn();
  let isOver = false;
  const later = Promise.all([flush(), flush()]).then(() => {
    isOver = true;
  });
  runs[0]?.end();
  await first;
  await turn();
  assert.equal(isOver, false);
  assert.equal(runs.length, 2);
  runs[1]?.end();
  await later;
});

test('a failed flush fails only its own changes', async () => {
  const { flush, runs, turn } = createSlowFlush();
  const first = flush();
  await turn();
  const second = flush();
  runs[0]?.fail(new RangeError('no'));
  await assert.rejects(first, RangeError);
  await turn();
  runs[1]?.end();
  await second;
});
