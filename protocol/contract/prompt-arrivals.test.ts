import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PromptWire } from './device.ts';
import { createPromptArrivals } from './prompt-arrivals.ts';
import { testPrompt } from './testing/prompt.ts';

const ids = (prompts: readonly PromptWire[]) => prompts.map(({ id }) => id);

test('console "Device": a prompt is reported once, however often the stream contains it', () => {
  const arrivals = createPromptArrivals();
  assert.deepEqual(ids(arrivals.take([testPrompt('a')])), ['a']);
  assert.deepEqual(ids(arrivals.take([testPrompt('a'), testPrompt('b')])), ['b']);
  assert.deepEqual(ids(arrivals.waiting()), ['a', 'b']);
});

test('console "Device": an answered prompt is not reported and no longer waiting', () => {
  const arrivals = createPromptArrivals();
  arrivals.take([testPrompt('a')]);
  assert.deepEqual(arrivals.take([testPrompt('a', { state: 'approved' })]), []);
  assert.deepEqual(arrivals.waiting(), []);
  assert.deepEqual(
    arrivals.take([testPrompt('b'), testPrompt('b', { state: 'denied' })]),
    [],
    'both in one piece',
  );
});

test('console "Device": the user is not notified of a prompt that a rule answers', () => {
  const arrivals = createPromptArrivals();
  assert.deepEqual(arrivals.take([testPrompt('a', { automatic: { answer: 'approve', at: 5 } })]), []);
  assert.deepEqual(arrivals.waiting(), []);
});

test('console "Device": a prompt seen on the screen is not reported later', () => {
  const arrivals = createPromptArrivals();
  arrivals.take([testPrompt('a')]);
  arrivals.clear();
  assert.deepEqual(arrivals.take([testPrompt('a')]), []);
  assert.deepEqual(arrivals.waiting(), []);
});
