import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInstant } from '../ui/instant.ts';
import { describeClock } from './describe-clock.ts';

test('console "Frame": the offset of a clock is shown in its two largest units', () => {
  assert.equal(describeClock({ clockOffsetMs: 90_061_000 }), '1 d 1 h ahead');
  assert.equal(describeClock({ clockOffsetMs: -60_000 }), '1 min behind');
  assert.equal(describeClock({ clockOffsetMs: 400 }), 'under 1 s ahead');
});

test('console "Frame": a frozen clock is shown with its time, even if that is the real one', () => {
  const clockFrozenAt = '2030-01-01T12:00:00.000Z';
  assert.equal(
    describeClock({ clockOffsetMs: 0, clockFrozenAt }),
    `frozen at ${formatInstant(clockFrozenAt)}`,
  );
});

test('console "Frame": nothing is shown for a realm with real time', () => {
  assert.equal(describeClock({ clockOffsetMs: 0 }), undefined);
});
