import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as DE from '../../texts/de/index.ts';
import { showTables } from '../../texts/text.ts';
import {
  describeAnswerer,
  describeAutomatic,
  describeFailures,
  describeResult,
  describeState,
  describeSuccess,
  settledInstant,
} from './describe-answer.ts';

test('console "Device": the history shows the outcome of a prompt and how it was answered', () => {
  assert.equal(describeState('denied'), 'Denied');
  assert.equal(describeAnswerer({ answeredBy: 'link' }), 'via the answer URL');
  assert.equal(describeAnswerer({}), '', 'an expired prompt was not answered');
});

test('console "Device": the result on a card is its state and how it was answered, or the state alone', async () => {
  assert.equal(describeResult({ state: 'approved', answeredBy: 'rule' }), 'Approved by a rule');
  assert.equal(describeResult({ state: 'expired' }), 'Expired');
  await showTables('de', DE);
  try {
    assert.equal(describeResult({ state: 'denied', answeredBy: 'person' }), 'Abgelehnt (manuell)');
  } finally {
    await showTables('en');
  }
});

test('console "Device": an expired prompt is dated by its expiry', () => {
  assert.equal(settledInstant({ expiresAt: 5 }), 5);
  assert.equal(settledInstant({ expiresAt: 5, answeredAt: 3 }), 3);
});

test('console "Device": a card shows what a rule will do and when', () => {
  assert.equal(describeAutomatic({ answer: 'deny', at: 8000 }, 400), 'A rule denies this in 0:08.');
  assert.match(describeAutomatic({ answer: 'approve', at: 8000 }, 9000), /^A rule approves this now\.$/);
});

test('console "Device": the outcome of several answers is counted', () => {
  assert.equal(describeSuccess('approve', 5), '5 prompts approved.');
  assert.equal(describeSuccess('deny', 1), '1 prompt denied.');
  const prompts = [
    { clientId: 'till', username: 'alice' },
    { clientId: 'till', username: 'bob' },
  ];
  assert.equal(describeFailures('approve', prompts, 5), '2 of 5 prompts were not approved');
  assert.equal(describeFailures('approve', prompts.slice(1), 5), '1 of 5 prompts was not approved');
});

test('console "Device": a single rejected answer names its prompt', () => {
  const refused = [{ clientId: 'till', username: 'alice' }];
  assert.equal(describeFailures('cancel', refused, 1), 'Could not answer the prompt from till for alice');
});
