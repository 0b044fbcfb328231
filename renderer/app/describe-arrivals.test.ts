import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPrompt } from '#protocol/contract/testing/prompt.ts';
import { describeArrivals } from './describe-arrivals.ts';

test('console "Device": the message says who asks whom, and in which realm where that is another one', () => {
  const message = describeArrivals([testPrompt('a', { bindingMessage: 'W4SCT' })], 'demo');
  assert.equal(message?.text, 'till asks Alice Example to sign in (W4SCT).');
  assert.match(describeArrivals([testPrompt('a')], 'other')?.text ?? '', /in realm demo\.$/);
  assert.equal(describeArrivals([], 'demo'), undefined);
});

test('console "Device": several prompts are one message, which leads to the last', () => {
  const message = describeArrivals([testPrompt('a'), testPrompt('b', { realm: 'other' })], 'demo');
  assert.equal(message?.title, '2 pending prompts on the device');
  assert.equal(message?.realm, 'other');
});
