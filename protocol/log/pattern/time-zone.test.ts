import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTimeZone, LOCAL_ZONE, renderOffset } from './time-zone.ts';

const HOUR = 3_600_000;
const winter = Date.UTC(2026, 0, 31);
const summer = Date.UTC(2026, 6, 31);

const zones: [name: string, winterHours: number, summerHours: number][] = [
  ['UTC', 0, 0],
  ['GMT', 0, 0],
  ['Europe/Berlin', 1, 2],
  ['America/New_York', -5, -4],
  ['Asia/Kolkata', 5.5, 5.5],
  ['GMT+2', 2, 2],
  ['GMT-03:30', -3.5, -3.5],
  ['+01:00', 1, 1],
];
for (const [name, winterHours, summerHours] of zones) {
  test(`service description §2.3: %z{${name}} is ${winterHours} hours from UTC in winter, ${summerHours} in summer`, () => {
    const zone = findTimeZone(name);
    assert.equal(zone?.offsetMs(winter), winterHours * HOUR);
    assert.equal(zone?.offsetMs(summer), summerHours * HOUR);
  });
}

for (const name of ['Mars/Olympus', 'GMT+25', 'Europe', '', '+1:99']) {
  test(`service description §2.3: there is no time zone "${name}"`, () => {
    assert.equal(findTimeZone(name), undefined);
  });
}

test('service description §2.3: without %z the local time zone is used', () => {
  assert.equal(LOCAL_ZONE.offsetMs(winter), -new Date(winter).getTimezoneOffset() * 60_000);
  assert.notEqual(LOCAL_ZONE.nameOf(winter, 'short'), '');
});

test('RFC 3339 §5.6: a UTC offset is sign, hours and minutes', () => {
  assert.equal(renderOffset(-3.5 * HOUR, true), '-03:30');
  assert.equal(renderOffset(HOUR, false), '+0100');
});
