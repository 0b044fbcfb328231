import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PromptWire } from './device.ts';
import { createPromptArrivals } from './prompt-arrivals.ts';

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

const ids = (prompts: readonly PromptWire[]) => prompts.map(({ id }) => id);

test('console "Device": a prompt is told once, however often the stream names it', () => {
  const arrivals = createPromptArrivals();
  assert.deepEqual(ids(arrivals.take([prompt('a')])), ['a']);
  assert.deepEqual(ids(arrivals.take([prompt('a'), prompt('b')])), ['b']);
  assert.deepEqual(ids(arrivals.waiting()), ['a', 'b']);
});

test('console "Device": a prompt that is answered is not told, and not waited for any more', () => {
  const arrivals = createPromptArrivals();
  arrivals.take([prompt('a')]);
  assert.deepEqual(arrivals.take([prompt('a', { state: 'approved' })]), []);
  assert.deepEqual(arrivals.waiting(), []);
  assert.deepEqual(arrivals.take([prompt('b'), prompt('b', { state: 'denied' })]), [], 'both in one piece');
});

test('console "Device": nobody is called for a prompt that a rule answers', () => {
  const arrivals = createPromptArrivals();
  assert.deepEqual(arrivals.take([prompt('a', { automatic: { answer: 'approve', at: 5 } })]), []);
  assert.deepEqual(arrivals.waiting(), []);
});

test('console "Device": what was seen on the screen is not told later', () => {
  const arrivals = createPromptArrivals();
  arrivals.take([prompt('a')]);
  arrivals.clear();
  assert.deepEqual(arrivals.take([prompt('a')]), []);
  assert.deepEqual(arrivals.waiting(), []);
});
