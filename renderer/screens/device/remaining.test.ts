import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRemaining, keepReading, realmNow, remainingPercent, remainingSeconds } from './remaining.ts';

test('console "Device": remaining time follows the realm\'s clock, advanced by the window\'s monotonic clock', () => {
  const reading = { now: 1_000_000, loadedAt: 500, frozen: false };
  assert.equal(realmNow(reading, 500), 1_000_000);
  assert.equal(realmNow(reading, 2500), 1_002_000);
  assert.equal(realmNow(reading, 400), 1_000_000, 'a reading that is newer than the tick does not go back');
});

test('console "Device": countdowns do not jump when the device is reloaded, and follow changes of the realm\'s clock', () => {
  const earlier = { now: 1000, loadedAt: 0, frozen: false };
  assert.equal(keepReading(earlier, { now: 3100, loadedAt: 2000, frozen: false }), earlier);
  const moved = { now: 90_000, loadedAt: 2000, frozen: false };
  assert.equal(keepReading(earlier, moved), moved);
  const back = { now: 1000, loadedAt: 2000, frozen: false };
  assert.equal(keepReading(earlier, back), back);
});

test('console "Device": countdowns stand still while the realm\'s clock is frozen', () => {
  const frozen = { now: 1000, loadedAt: 0, frozen: true };
  assert.equal(realmNow(frozen, 60_000), 1000);
  const running = { now: 3000, loadedAt: 2000, frozen: false };
  assert.equal(keepReading(frozen, running), running);
  const again = { now: 3000, loadedAt: 2000, frozen: true };
  assert.equal(keepReading({ ...running, now: 1000, loadedAt: 0 }, again), again);
});

test('console "Device": a started second counts, and nothing remains after the end', () => {
  assert.equal(remainingSeconds(10_000, 0), 10);
  assert.equal(remainingSeconds(10_000, 9001), 1);
  assert.equal(remainingSeconds(10_000, 10_000), 0);
  assert.equal(remainingSeconds(10_000, 99_000), 0);
});

test('console "Device": remaining time is shown as a clock', () => {
  assert.equal(describeRemaining(103), '1:43 left');
  assert.equal(describeRemaining(9), '0:09 left');
  assert.equal(describeRemaining(3725), '1:02:05 left');
  assert.equal(describeRemaining(0), 'expired');
  assert.equal(describeRemaining(-5), 'expired');
});

test('console "Device": the bar goes from full to empty and never beyond', () => {
  assert.equal(remainingPercent(0, 200, 0), 100);
  assert.equal(remainingPercent(0, 200, 50), 75);
  assert.equal(remainingPercent(0, 200, 900), 0);
  assert.equal(remainingPercent(100, 200, 0), 100);
  assert.equal(remainingPercent(200, 200, 0), 0, 'a lifetime of nothing');
});
