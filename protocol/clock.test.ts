import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock, nowInSeconds, toIsoText } from './clock.ts';

const fixed = { now: () => 1_700_000_000_999 };

test('RFC 7519 §2: a NumericDate is in whole seconds, rounded down', () => {
  assert.equal(nowInSeconds(fixed), 1_700_000_000);
});

test('a realm clock follows its base at the latest offset', () => {
  const clock = createMovableClock(fixed);
  assert.equal(clock.now(), fixed.now());
  clock.setOffsetMs(60_000);
  assert.equal(clock.now(), fixed.now() + 60_000);
  clock.setOffsetMs(-1);
  assert.equal(clock.offsetMs, -1);
  assert.equal(clock.now(), fixed.now() - 1);
});

test('an offset that is not finite is rejected and changes nothing', () => {
  const clock = createMovableClock(fixed, 5);
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => clock.setOffsetMs(bad), TypeError);
  assert.equal(clock.offsetMs, 5);
});

test('instants are written as ISO 8601 in UTC', () => {
  assert.equal(toIsoText(0), '1970-01-01T00:00:00.000Z');
});
