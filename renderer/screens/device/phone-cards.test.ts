import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PromptState, PromptWire } from '#protocol/contract/device.ts';
import { testPrompt } from '#protocol/contract/testing/prompt.ts';
import {
  answersInUse,
  cardToAnswer,
  nearestWaiting,
  openCards,
  type PhoneCard,
  SETTLED_MS,
  updateCards,
  withoutSettled,
} from './phone-cards.ts';

const prompt = (id: string, state: PromptState = 'pending') => testPrompt(id, { state });

const list = (pending: readonly PromptWire[], answered: readonly PromptWire[] = []) => ({
  pending,
  answered,
});
const ids = (cards: readonly PhoneCard[]) => cards.map((card) => card.prompt.id);
const [a, b, c] = [prompt('a'), prompt('b'), prompt('c')];

test('console "Device": new prompts are added below existing ones, regardless of the server\'s order', () => {
  const cards = updateCards([], list([a, b]), 0);
  assert.deepEqual(ids(updateCards(cards, list([c, b, a]), 0)), ['a', 'b', 'c']);
});

test('console "Device": an answered card keeps its position and shows its result for a moment', () => {
  const cards = updateCards([], list([a, b]), 0);
  const answered = updateCards(cards, list([b], [prompt('a', 'approved')]), 1000);
  assert.deepEqual(ids(answered), ['a', 'b']);
  assert.equal(answered[0]?.prompt.state, 'approved');
  assert.deepEqual(ids(withoutSettled(answered, 1000 + SETTLED_MS - 1, undefined)), ['a', 'b']);
  assert.deepEqual(ids(withoutSettled(answered, 1000 + SETTLED_MS, undefined)), ['b']);
});

test('console "Device": reloading the list does not keep a settled card longer', () => {
  const cards = updateCards(updateCards([], list([a]), 0), list([], [prompt('a', 'denied')]), 1000);
  const later = updateCards(cards, list([], [prompt('a', 'denied')]), 2000);
  assert.equal(later[0]?.settledAt, 1000);
});

test('console "Device": no card moves up while the pointer is on a pending card below it', () => {
  const cards = updateCards(updateCards([], list([a, b]), 0), list([b], [prompt('a', 'approved')]), 0);
  assert.deepEqual(ids(withoutSettled(cards, 60_000, 'b')), ['a', 'b']);
  assert.deepEqual(ids(withoutSettled(cards, 60_000, 'a')), ['b'], 'a settled card does not keep itself');
});

test('console "Device": a settled card below the pointer is removed', () => {
  const cards = updateCards(updateCards([], list([a, b]), 0), list([a], [prompt('b', 'expired')]), 0);
  assert.deepEqual(ids(withoutSettled(cards, 60_000, 'a')), ['a']);
});

test('console "Device": a prompt that the server no longer has is removed immediately', () => {
  assert.deepEqual(ids(updateCards(updateCards([], list([a, b]), 0), list([b]), 0)), ['b']);
});

test('console "Device": a settled card remains when the history is cleared', () => {
  const cards = updateCards(updateCards([], list([a]), 0), list([], [prompt('a', 'approved')]), 0);
  assert.deepEqual(ids(updateCards(cards, list([]), 10)), ['a']);
});

test('console "Device": prompts answered before the screen was opened appear only in the history', () => {
  assert.deepEqual(ids(updateCards([], list([], [prompt('a', 'approved')]), 0)), []);
});

test('console "Device": unchanged cards keep their identity, which avoids rendering', () => {
  const cards = updateCards([], list([a]), 0);
  assert.equal(updateCards(cards, list([{ ...a }, b]), 10)[0], cards[0]);
  assert.equal(withoutSettled(cards, 60_000, undefined), cards);
});

test('console "Device": arrow keys skip answered cards', () => {
  const cards = updateCards(updateCards([], list([a, b, c]), 0), list([a, c], [prompt('b', 'denied')]), 0);
  assert.equal(nearestWaiting(cards, 'a', 1)?.prompt.id, 'c');
  assert.equal(nearestWaiting(cards, 'c', -1)?.prompt.id, 'a');
  assert.equal(nearestWaiting(cards, 'c', 1), undefined);
  assert.equal(nearestWaiting(cards, undefined, 1)?.prompt.id, 'a');
  assert.equal(nearestWaiting(cards, 'gone', -1)?.prompt.id, 'a');
});

const state = (given: readonly string[] = [], now = 0) => ({ given: new Set(given), now });
const open = [a, b, c].map((each) => ({ prompt: { ...each, expiresAt: 1000 } }));

test('console "Device": an answer goes to the focused card, or else to the next open one', () => {
  assert.equal(cardToAnswer(open, 'b', state())?.prompt.id, 'b');
  assert.equal(cardToAnswer(open, 'b', state(['b']))?.prompt.id, 'c');
  assert.equal(cardToAnswer(open, 'b', state(['b', 'c']))?.prompt.id, 'a');
  assert.equal(cardToAnswer(open, undefined, state(['a']))?.prompt.id, 'b');
  const settled = open.map((card, index) => (index === 0 ? { ...card, settledAt: 5 } : card));
  assert.equal(cardToAnswer(settled, 'a', state())?.prompt.id, 'b');
});

test('console "Device": an answer never goes to an answered, settled or expired prompt', () => {
  assert.equal(cardToAnswer(open, 'a', state(['a', 'b', 'c'])), undefined);
  assert.equal(cardToAnswer(open, 'a', state([], 1000)), undefined);
  assert.equal(
    cardToAnswer(
      open.map((card) => ({ ...card, settledAt: 5 })),
      'a',
      state(),
    ),
    undefined,
  );
  assert.equal(cardToAnswer([], 'a', state()), undefined);
});

test('console "Device": open cards are neither answered nor expired', () => {
  assert.deepEqual(ids(openCards(open, state(['b']))), ['a', 'c']);
  assert.deepEqual(openCards(open, state([], 1000)), []);
});

test('console "Device": an answer is kept only while its card is pending or its request is under way', () => {
  const cards = updateCards(updateCards([], list([a, b]), 0), list([b], [prompt('a', 'approved')]), 1000);
  const given = new Map([
    ['a', 'approve'],
    ['b', 'deny'],
    ['gone', 'deny'],
  ]);
  assert.deepEqual([...answersInUse(given, cards, new Set()).keys()], ['b']);
  assert.deepEqual([...answersInUse(given, cards, new Set(['a'])).keys()], ['a', 'b']);
  const used = new Map([['b', 'deny']]);
  assert.equal(answersInUse(used, cards, new Set()), used);
});
