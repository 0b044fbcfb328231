import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as DE from '../texts/de/index.ts';
import { showTables } from '../texts/text.ts';
import { describeDuration, describeInstant, splitDuration } from './duration.ts';

test('console "Realm": a lifespan is shown in the largest unit that divides it', () => {
  assert.deepEqual(splitDuration(300), { amount: 5, unit: 60 });
  assert.deepEqual(splitDuration(36_000), { amount: 10, unit: 3600 });
  assert.deepEqual(splitDuration(2_592_000), { amount: 30, unit: 86_400 });
  assert.deepEqual(splitDuration(61), { amount: 61, unit: 1 });
  assert.deepEqual(splitDuration(0), { amount: 0, unit: 1 });
});

test('console "Realm": a duration is shown in its two largest units', () => {
  assert.equal(describeDuration(1), '1 second');
  assert.equal(describeDuration(36_000), '10 hours');
  assert.equal(describeDuration(93_784), '1 day 2 hours');
  assert.equal(describeDuration(86_401), '1 day');
  assert.equal(describeDuration(0.4), 'under a second');
});

test('console "Sessions": an instant is relative to the realm\'s clock', () => {
  assert.equal(describeInstant(0, 300_000), '5 min ago');
  assert.equal(describeInstant(0, 7_500_000), '2 h ago');
  assert.equal(describeInstant(7_200_000, 0), 'in 2 h');
  assert.equal(describeInstant(1000, 1200), 'now');
});

test('issue 18 "Console in languages": durations and the time since an instant are written in German', async () => {
  await showTables('de', DE);
  try {
    assert.deepEqual([1, 60, 7200, 93_600, 0.4].map(describeDuration), [
      '1 Sekunde',
      '1 Minute',
      '2 Stunden',
      '1 Tag 2 Stunden',
      'weniger als eine Sekunde',
    ]);
    assert.deepEqual(
      [-300_000, 7_200_000, 0].map((at) => describeInstant(at, 0)),
      ['vor 5 min', 'in 2 h', 'jetzt'],
    );
  } finally {
    await showTables('en');
  }
});
