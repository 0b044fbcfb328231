import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPrompt } from '#protocol/contract/testing/prompt.ts';
import { describeArrivals } from './describe-arrivals.ts';

test('console "Device": the message names client and user, and the realm if it is not the selected one', () => {
  const message = describeArrivals([testPrompt('a', { bindingMessage: 'W4SCT' })], 'demo');
  assert.equal(message?.text, 'till asks Alice Example to sign in (W4SCT).');
  assert.match(describeArrivals([testPrompt('a')], 'other')?.text ?? '', /in realm demo\.$/);
  assert.equal(describeArrivals([], 'demo'), undefined);
});

test('console "Device": several prompts share one message, which links to the last', () => {
  const message = describeArrivals([testPrompt('a'), testPrompt('b', { realm: 'other' })], 'demo');
  assert.equal(message?.title, '2 pending prompts on the device');
  assert.equal(message?.realm, 'other');
});
