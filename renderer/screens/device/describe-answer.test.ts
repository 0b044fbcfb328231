import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAnswerer, describeAutomatic, describeState, settledInstant } from './describe-answer.ts';

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
