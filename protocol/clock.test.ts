import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock, isWithin, nowInSeconds, parseInstant, toIsoText } from './clock.ts';

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

test('a period begins after its first instant and ends with its last', () => {
  const period = { from: 10, to: 20 };
  assert.deepEqual(
    [10, 11, 20, 21].map((instant) => isWithin(period, instant)),
    [false, true, true, false],
  );
});

test('ISO 8601: an instant is read with its time zone, down to milliseconds', () => {
  assert.equal(parseInstant('1970-01-01T00:00Z'), 0);
  assert.equal(parseInstant('2030-01-31T12:00:00.250Z'), Date.UTC(2030, 0, 31, 12, 0, 0, 250));
  assert.equal(parseInstant('2028-02-29T01:00:00+02:00'), Date.UTC(2028, 1, 28, 23));
});

for (const text of [
  '',
  'tomorrow',
  '2030-01-31',
  '2030-01-31T12:00:00',
  '2030-02-30T12:00:00Z',
  '2030-01-31T25:00:00Z',
  '2030-13-01T12:00:00Z',
  '1893456000000',
  'Thu, 31 Jan 2030 12:00:00 GMT',
  '2030-01-31T12:00:00Z ',
])
  test(`"${text}" is not an instant`, () => assert.equal(parseInstant(text), undefined));
