import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSlices, runAtOnce, runInSlices, SLICE_ITEMS, type Sliced } from './sliced.ts';

const items = Array.from({ length: 2 * SLICE_ITEMS + 1 }, (_, index) => index);

function* sum(seen: number[]): Sliced<number> {
  let total = 0;
  yield* inSlices(
    items,
    (item) => {
      total += item;
    },
    (count) => seen.push(count),
  );
  return total;
}

test('work in slices gives the same result as at once, and reports its progress', async () => {
  const seen: number[] = [];
  const expected = items.reduce((a, b) => a + b, 0);
  assert.equal(runAtOnce(sum(seen)), expected);
  assert.deepEqual(seen, [SLICE_ITEMS, 2 * SLICE_ITEMS, items.length]);
  assert.equal(await runInSlices(sum([])), expected);
});

test('other work runs between two slices', async () => {
  const order: string[] = [];
  function* work(): Sliced<void> {
    for (const slice of ['one', 'two', 'three']) {
      order.push(slice);
      yield;
    }
  }
  const other = new Promise<void>((done) =>
    setImmediate(() => {
      order.push('other');
      done();
    }),
  );
  await Promise.all([runInSlices(work()), other]);
  assert.ok(order.indexOf('other') < order.indexOf('three'), order.join());
});

test('aborted work stops before its next slice, and rejects with the reason', async () => {
  const seen: number[] = [];
  const controller = new AbortController();
  const reason = new Error('no longer needed');
  function* work(): Sliced<void> {
    for (const slice of [1, 2, 3]) {
      seen.push(slice);
      if (slice === 2) controller.abort(reason);
      yield;
    }
  }
  await assert.rejects(runInSlices(work(), controller.signal), reason);
  assert.deepEqual(seen, [1, 2]);
});

test('work that throws rejects with its error', async () => {
  function* work(): Sliced<void> {
    yield;
    throw new RangeError('no');
  }
  await assert.rejects(runInSlices(work()), RangeError);
  assert.throws(() => runAtOnce(work()), RangeError);
});
