import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import type { PromptState, PromptWire } from '#protocol/contract/device.ts';
import { createKnownPrompts } from './known-prompts.ts';

function setUp(most = 10) {
  const clock = createMovableClock({ now: () => 1000 });
  const known = createKnownPrompts(() => clock, most);
  const hear = (id: string, state: PromptState, realmId = 'r', isOwn = true) =>
    known.hear({ realmId, prompt: { id, realm: realmId, state, expiresAt: 2000 } as PromptWire }, isOwn);
  const pending = () => known.pending().map(({ prompt }) => prompt.id);
  return { clock, known, hear, pending };
}

test('a prompt is known as pending from its arrival until it is answered', () => {
  const { hear, pending } = setUp();
  hear('a', 'pending');
  hear('b', 'pending');
  hear('a', 'pending', 'other');
  hear('a', 'approved');
  hear('unknown', 'denied');
  assert.deepEqual(pending(), ['b', 'a']);
});

test("a prompt expires on its realm's clock, and is pending again if the clock is set back", () => {
  const { clock, hear, pending } = setUp();
  hear('a', 'pending');
  clock.setOffsetMs(999);
  assert.deepEqual(pending(), ['a']);
  clock.setOffsetMs(1000);
  assert.deepEqual(pending(), []);
  clock.setOffsetMs(0);
  assert.deepEqual(pending(), ['a']);
});

test('a prompt stays the one of the server that received it, whichever server changes it', () => {
  const { known, hear } = setUp();
  hear('a', 'pending', 'r', true);
  hear('a', 'pending', 'r', false);
  hear('b', 'pending', 'r', false);
  assert.deepEqual(
    known.pending().map(({ isOwn }) => isOwn),
    [true, false],
  );
});

test('beyond the limit the oldest prompts are forgotten', () => {
  const { hear, pending } = setUp(2);
  for (const id of ['a', 'b', 'c']) hear(id, 'pending');
  assert.deepEqual(pending(), ['b', 'c']);
});

test('a realm can be forgotten, and the prompts of others stay', () => {
  const { known, hear, pending } = setUp();
  hear('a', 'pending');
  hear('b', 'pending', 'other');
  assert.deepEqual(
    known.forgetRealm('r').map(({ id }) => id),
    ['a'],
  );
  assert.deepEqual(known.forgetRealm('r'), []);
  assert.deepEqual(pending(), ['b']);
});
