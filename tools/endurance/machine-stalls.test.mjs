// Tests of detecting stalls of the machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProcessorTimes, StallFinder } from './machine-stalls.mjs';

const STAT = 'cpu  100 1 20 700 5 2 3 69 0 0\ncpu0 50 0 10 350 2 1 1 35 0 0\n';

/** Samples every 250 ms on two processors; `stolenAt` returns the steal since the previous sample, in
 * hundredths of a second. */
function lookAt(instants, stolenAt = () => 0) {
  const finder = new StallFinder(0, { total: 0, stolen: 0 });
  let stolen = 0;
  return instants.flatMap((now) => {
    stolen += stolenAt(now);
    return finder.look(now, { total: now / 5, stolen }) ?? [];
  });
}

const quarters = (count) => Array.from({ length: count }, (_, index) => (index + 1) * 250);

test('proc(5): the total counts every state except guests, which are included in user time', () => {
  assert.deepEqual(readProcessorTimes(STAT), { total: 900, stolen: 69 });
});

test('a machine that keeps running has no stalls', () => {
  assert.deepEqual(lookAt(quarters(40)), []);
  assert.deepEqual(
    lookAt(quarters(40), () => 9),
    [],
  );
});

test('a late sample is a stall since the previous sample', () => {
  assert.deepEqual(lookAt([250, 500, 3500, 3750]), [{ from: 500, to: 3500 }]);
  assert.deepEqual(lookAt([250, 740, 990]), []);
});

test('a second in which the host took more than a fifth is a stall', () => {
  const found = lookAt(quarters(12), (now) => (now > 1000 && now <= 2000 ? 20 : 0));
  assert.deepEqual(found, [{ from: 1000, to: 2000 }]);
});
