import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMessage } from './message-format.ts';
import { describeMinutes, TEMPLATES } from './templates.ts';

const FACTS = {
  link: 'https://x',
  expiresInMinutes: 5,
  realmName: 'Shop',
  to: 'a@b.test',
  actions: 'Set up a device',
};

for (const [kind, { values, subject, before, after }] of Object.entries(TEMPLATES))
  test(`the texts of ${kind} use placeholders that have values`, () => {
    for (const text of [subject, before, ...after])
      assert.equal(formatMessage(text, values(FACTS)).problem, undefined, text);
    assert.equal(values(FACTS)[0], FACTS.link);
  });

test('durations are said in the largest unit that fits', () => {
  assert.deepEqual([1, 5, 60, 90, 720, 1440, 2880].map(describeMinutes), [
    '1 minute',
    '5 minutes',
    '1 hour',
    '90 minutes',
    '12 hours',
    '1 day',
    '2 days',
  ]);
});
