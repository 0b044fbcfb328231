import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDelivery } from './describe-message.ts';

for (const [state, server, said] of [
  ['sending', 'mail.test:25', 'Being delivered by mail.test:25.'],
  ['sending', '', 'Being delivered.'],
  ['delivered', 'mail.test:25', 'Delivered by mail.test:25.'],
  ['failed', 'mail.test:25', 'Not delivered by mail.test:25.'],
  ['failed', '', 'Not delivered.'],
] as const)
  test(`console "Mail": a delivery that is ${state}${server === '' ? ' without a server' : ''} is described`, () => {
    assert.equal(describeDelivery({ state, server }), said);
  });
