import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeAnswerer,
  describeAutomatic,
  describeFailures,
  describeState,
  describeSuccess,
  settledInstant,
} from './describe-answer.ts';

test('console "Device": the history says what came of a prompt and who answered', () => {
  assert.equal(describeState('denied'), 'Denied');
  assert.equal(describeAnswerer({ answeredBy: 'link' }), 'by the answer URL');
  assert.equal(describeAnswerer({}), '', 'an expired prompt has nobody');
});

test('console "Device": an expired prompt left when it expired', () => {
  assert.equal(settledInstant({ expiresAt: 5 }), 5);
  assert.equal(settledInstant({ expiresAt: 5, answeredAt: 3 }), 3);
});

test('console "Device": a card says what a rule will do and when', () => {
  assert.equal(describeAutomatic({ answer: 'deny', at: 8000 }, 400), 'A rule denies this in 0:08.');
  assert.match(describeAutomatic({ answer: 'approve', at: 8000 }, 9000), /^A rule approves this now\.$/);
});

test('console "Device": what came of several answers is counted', () => {
  assert.equal(describeSuccess('approve', 5), '5 prompts approved.');
  assert.equal(describeSuccess('deny', 1), '1 prompt denied.');
  const prompts = [
    { clientId: 'till', username: 'alice' },
    { clientId: 'till', username: 'bob' },
  ];
  assert.equal(describeFailures('approve', prompts, 5), '2 of 5 prompts were not approved');
  assert.equal(describeFailures('approve', prompts.slice(1), 5), '1 of 5 prompts was not approved');
});

test('console "Device": one answer that was not taken is named', () => {
  const refused = [{ clientId: 'till', username: 'alice' }];
  assert.equal(describeFailures('cancel', refused, 1), 'Could not answer the prompt from till for alice');
});
