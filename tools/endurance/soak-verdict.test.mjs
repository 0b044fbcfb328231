// Tests of the verdict on a soak.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeSoak, leaveOutCollections, leaveOutStalls } from './soak-verdict.mjs';

/** A soak of an hour; `at` returns the figures of a minute. */
function soakOf({ minutes = 60, heap = () => 100, descriptors = () => 50, ms = () => 30 }) {
  const times = Array.from({ length: minutes * 3 }, (_, index) => index / 3);
  return {
    minutes,
    mostDescriptors: 90,
    samples: times.map((minute) => ({
      minute,
      heap: heap(minute),
      resident: 200,
      descriptors: descriptors(minute),
      threads: 11,
    })),
    latencies: times.map((minute) => ({ minute, ms: ms(minute) })),
    all: times.map((minute) => ({ minute, ms: ms(minute) })),
  };
}

test('stable figures pass', () => {
  assert.deepEqual(judgeSoak(soakOf({})).faults, []);
});

test('growth before minute 8 is start-up, not a leak', () => {
  assert.deepEqual(judgeSoak(soakOf({ heap: (minute) => Math.min(100, minute * 20) })).faults, []);
});

test('memory that grows by more than 5 % is a fault', () => {
  assert.deepEqual(judgeSoak(soakOf({ heap: (minute) => 100 + minute * 0.05 })).faults, []);
  const { faults } = judgeSoak(soakOf({ heap: (minute) => 100 + minute * 0.2 }));
  assert.match(faults[0], /memory after full collection grew by 9\.\d %/);
});

test('descriptors that pile up are a fault', () => {
  const { faults } = judgeSoak(soakOf({ descriptors: (minute) => 50 + minute }));
  assert.match(faults[0], /descriptors grew from/);
});

test('open connections of the load at the end are not a leak', () => {
  const soak = soakOf({ descriptors: (minute) => (minute < 50 ? 50 : 95) });
  assert.deepEqual(judgeSoak(soak).faults, []);
});

test('a p99 that grows by a quarter is a fault, unless it is still small', () => {
  assert.match(judgeSoak(soakOf({ ms: (minute) => 30 + minute })).faults[0], /p99 grew from 50 ms to 90 ms/);
  assert.deepEqual(judgeSoak(soakOf({ ms: (minute) => 5 + minute / 6 })).faults, []);
});

test('a missing figure is a fault', () => {
  const soak = soakOf({});
  assert.equal(judgeSoak({ ...soak, samples: [] }).faults.length, 2);
  assert.equal(judgeSoak({ ...soak, latencies: [] }).faults.length, 2);
});

test('a window in which most sign-ins have no latency cannot be judged', () => {
  const soak = soakOf({});
  const latencies = soak.latencies.filter(({ minute }) => minute < 50 || minute > 56);
  assert.match(judgeSoak({ ...soak, latencies }).faults[0], /took the processors too often/);
});

test('a short soak compares its halves without a verdict', () => {
  const { rows, faults } = judgeSoak(soakOf({ minutes: 2, heap: (minute) => 2 ** 20 * (1 + minute) }));
  assert.deepEqual(faults, []);
  assert.match(rows[0][0], /minutes 0\.0 to 1\.0 and 1\.0 to 2\.0$/);
});

test('sign-ins around a collection have no latency, but one that was due long before it has', () => {
  const latencies = [9.4, 9.6, 10.1, 10.6, 10.8].map((minute) => ({ minute, ms: 900 }));
  const left = leaveOutCollections(latencies, [{ from: 10, to: 10.2 }], 0.5);
  assert.deepEqual(
    left.map(({ minute }) => minute),
    [9.4, 10.8],
  );
  assert.equal(leaveOutCollections(latencies, [], 0.5).length, 5);
});

test('sign-ins due during a stall, shortly before it or in the backlog after it have no latency', () => {
  const stall = { from: 10, to: 10.2 };
  const minutes = [9.98, 9.9999, 10.1, 10.39, 10.41];
  const left = leaveOutStalls(
    minutes.map((minute) => ({ minute, ms: 900 })),
    [stall],
    0.01,
  );
  assert.deepEqual(
    left.map(({ minute }) => minute),
    [9.98, 10.41],
  );
});

test('a sign-in that was slow before the machine stalled keeps its latency', () => {
  const slow = { minute: 9.5, ms: 60_000 };
  assert.deepEqual(leaveOutStalls([slow], [{ from: 10, to: 10.2 }], 0.01), [slow]);
});
