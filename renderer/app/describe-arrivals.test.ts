import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PromptWire } from '#protocol/contract/device.ts';
import { describeArrivals } from './describe-arrivals.ts';

function prompt(id: string, part: Partial<PromptWire> = {}): PromptWire {
  return {
    id,
    realm: 'demo',
    clientId: 'till',
    clientName: 'Till',
    username: 'alice',
    name: 'Alice Example',
    consentRequired: false,
    scopes: [],
    parameters: {},
    receivedAt: 0,
    expiresAt: 120_000,
    state: 'pending',
    ...part,
  };
}

test('console "Device": the message says who asks whom, and in which realm where that is another one', () => {
  const message = describeArrivals([prompt('a', { bindingMessage: 'W4SCT' })], 'demo');
  assert.equal(message?.text, 'till asks Alice Example to sign in (W4SCT).');
  assert.match(describeArrivals([prompt('a')], 'other')?.text ?? '', /in realm demo\.$/);
  assert.equal(describeArrivals([], 'demo'), undefined);
});

test('console "Device": several prompts are one message, which leads to the last', () => {
  const message = describeArrivals([prompt('a'), prompt('b', { realm: 'other' })], 'demo');
  assert.equal(message?.title, '2 prompts wait on the device');
  assert.equal(message?.realm, 'other');
});
