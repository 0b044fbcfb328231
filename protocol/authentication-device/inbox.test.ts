import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import type { PromptWire } from '#protocol/contract/device.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createInbox, type DelegatedRequest, type InboxDeps } from './inbox.ts';

function setUp(changes: Partial<InboxDeps> = {}) {
  const clock = createMovableClock({ now: () => 1000 });
  const log = createCollectingLogger();
  const inbox = createInbox({ clocks: () => clock, planFor: () => undefined, log, ...changes });
  return { clock, log, inbox };
}

function delegated(
  id: string,
  changes: Partial<DelegatedRequest> = {},
  expiresAt = 121_000,
): DelegatedRequest {
  const realm = changes.realmId ?? 'r';
  return {
    realmId: realm,
    bearer: `token of ${id}`,
    facts: {
      id,
      realm,
      clientId: 'till',
      clientName: 'The Till',
      username: 'alice',
      name: 'Alice',
      consentRequired: false,
      scopes: [],
      parameters: {},
      receivedAt: 1000,
      expiresAt,
    },
    ...changes,
  };
}

const ids = (prompts: readonly PromptWire[]): string[] => prompts.map(({ id }) => id);
const APPROVED = { state: 'approved', answeredBy: 'person' } as const;

test('prompts are pending from their arrival, oldest first, and never reveal their token', () => {
  const { inbox } = setUp();
  inbox.add(delegated('a'));
  inbox.add(delegated('b'));
  const { pending, answered } = inbox.list('r');
  assert.deepEqual([ids(pending), answered], [['a', 'b'], []]);
  assert.equal(pending[0]?.state, 'pending');
  assert.equal(JSON.stringify(pending).includes('token of'), false);
});

test('a second prompt with the same ID is rejected, except in another realm', () => {
  const { inbox } = setUp();
  assert.equal(inbox.add(delegated('a')), true);
  assert.equal(inbox.add(delegated('a', { bearer: 'other' })), false);
  assert.equal(inbox.add(delegated('a', { realmId: 'other' })), true);
  assert.deepEqual(ids(inbox.list('other').pending), ['a']);
});

test("a prompt expires at the exact time on its realm's clock and is no longer pending", () => {
  const { inbox, clock } = setUp();
  inbox.add(delegated('a'));
  clock.setOffsetMs(119_999);
  assert.equal(inbox.find('r', 'a')?.state, 'pending');
  clock.setOffsetMs(120_000);
  assert.equal(inbox.find('r', 'a')?.state, 'expired');
  assert.deepEqual([inbox.pendingCount(), inbox.waiting()], [0, []]);
  assert.deepEqual(ids(inbox.list('r').answered), ['a']);
  assert.equal(inbox.claim('r', 'a').outcome, 'late');
});

test('a prompt is claimed once, and listeners get its result', () => {
  const { inbox, clock } = setUp();
  const heard: (string | undefined)[] = [];
  const unsubscribe = inbox.subscribe(({ state, answeredBy }) => heard.push(`${state} ${answeredBy}`));
  inbox.add(delegated('a'));
  const claim = inbox.claim('r', 'a');
  assert.equal(claim.outcome, 'claimed');
  assert.equal(inbox.claim('r', 'a').outcome, 'late');
  assert.deepEqual([inbox.waiting(), inbox.pendingCount()], [[], 1]);
  clock.setOffsetMs(5000);
  if (claim.outcome === 'claimed') assert.equal(inbox.settle(claim.delegated, APPROVED).answeredAt, 6000);
  unsubscribe();
  inbox.add(delegated('b'));
  assert.deepEqual(heard, ['pending undefined', 'approved person']);
  assert.equal(inbox.claim('r', 'a').outcome, 'late');
});

test('a prompt does not expire while its answer is in progress', () => {
  const { inbox, clock } = setUp();
  inbox.add(delegated('a'));
  inbox.claim('r', 'a');
  clock.setOffsetMs(500_000);
  assert.equal(inbox.find('r', 'a')?.state, 'pending');
});

test('an unknown prompt or one of another realm cannot be claimed', () => {
  const { inbox } = setUp();
  inbox.add(delegated('a'));
  assert.equal(inbox.claim('r', 'b').outcome, 'unknown');
  assert.equal(inbox.claim('other', 'a').outcome, 'unknown');
  assert.equal(inbox.find('other', 'a'), undefined);
});

test('answered prompts are listed newest first, up to a limit per realm', () => {
  const { inbox, clock } = setUp({ maxAnswered: 2 });
  for (const id of ['a', 'b', 'c']) inbox.add(delegated(id));
  for (const [index, id] of ['b', 'c', 'a'].entries()) {
    clock.setOffsetMs(index * 1000);
    const claim = inbox.claim('r', id);
    if (claim.outcome === 'claimed') inbox.settle(claim.delegated, APPROVED);
  }
  assert.deepEqual(ids(inbox.list('r').answered), ['a', 'c']);
  assert.equal(inbox.find('r', 'b'), undefined);
});

test('above the limit the oldest pending prompt is dropped and logged, and its answer in progress still completes', () => {
  const { inbox, log } = setUp({ maxPending: 2 });
  inbox.add(delegated('a'));
  const claim = inbox.claim('r', 'a');
  inbox.add(delegated('b', { realmId: 'other' }));
  inbox.add(delegated('c'));
  assert.equal(inbox.pendingCount(), 2);
  assert.equal(inbox.find('r', 'a'), undefined);
  assert.deepEqual(log.records[0]?.parameters, { realm: 'r', prompt: 'a', most: 2 });
  if (claim.outcome === 'claimed') assert.equal(inbox.settle(claim.delegated, APPROVED).state, 'approved');
  assert.equal(inbox.find('r', 'a'), undefined);
});

test('clearing removes answered and expired prompts of one realm, and no pending ones', () => {
  const { inbox, clock } = setUp();
  inbox.add(delegated('a'));
  inbox.add(delegated('b', {}, 2000));
  inbox.add(delegated('c', { realmId: 'other' }, 2000));
  clock.setOffsetMs(1000);
  inbox.clearAnswered('r');
  assert.deepEqual([ids(inbox.list('r').pending), inbox.list('r').answered], [['a'], []]);
  assert.deepEqual(ids(inbox.list('other').answered), ['c']);
});

test('a planned answer is shown while the prompt is pending, and announced again when the plan changes', () => {
  let at = 5000;
  const { inbox, clock } = setUp({ planFor: () => ({ answer: 'deny', at }) });
  inbox.add(delegated('a'));
  const heard: (number | undefined)[] = [];
  inbox.subscribe(({ automatic }) => heard.push(automatic?.at));
  at = 7000;
  inbox.announce('other');
  inbox.announce('r');
  assert.deepEqual(heard, [7000]);
  clock.setOffsetMs(500_000);
  assert.equal(inbox.find('r', 'a')?.automatic, undefined);
});

test('a removed realm has no prompts any more; listeners see pending ones expire, and other realms keep theirs', () => {
  const { inbox } = setUp();
  const seen: string[] = [];
  for (const id of ['a', 'b', 'c']) inbox.add(delegated(id));
  inbox.add(delegated('a', { realmId: 'other' }));
  const claimed = inbox.claim('r', 'a');
  assert.equal(claimed.outcome, 'claimed');
  if (claimed.outcome === 'claimed') inbox.settle(claimed.delegated, APPROVED);
  inbox.claim('r', 'b');
  inbox.subscribe(({ id, state }) => seen.push(`${id} ${state}`));
  inbox.removeRealm('r');
  assert.deepEqual(inbox.list('r'), { pending: [], answered: [] });
  assert.deepEqual(ids(inbox.list('other').pending), ['a']);
  assert.deepEqual(seen, ['b expired', 'c expired']);
});

test('test kit "device": a prompt that is left alone stays pending, without rules, and listeners are notified', () => {
  const { inbox, clock } = setUp({ planFor: () => ({ answer: 'deny', at: 2000 }) });
  inbox.add(delegated('a'));
  inbox.add(delegated('b'));
  const heard: unknown[] = [];
  inbox.subscribe(({ id, leftAlone }) => heard.push([id, leftAlone]));
  const left = inbox.leaveAlone('r', 'a');
  assert.deepEqual([left?.state, left?.leftAlone, left?.automatic], ['pending', true, undefined]);
  assert.deepEqual(heard, [['a', true]]);
  assert.deepEqual(
    inbox.waiting().map(({ facts }) => facts.id),
    ['b'],
  );
  assert.deepEqual(ids(inbox.list('r').pending), ['a', 'b']);
  assert.equal(inbox.claim('r', 'a').outcome, 'claimed');
  clock.setOffsetMs(200_000);
  assert.equal(inbox.find('r', 'a')?.state, 'pending');
});

test('test kit "device": an unknown, claimed, answered or expired prompt cannot be left alone', () => {
  const { inbox, clock } = setUp();
  assert.equal(inbox.leaveAlone('r', 'none'), undefined);
  inbox.add(delegated('a'));
  const claim = inbox.claim('r', 'a');
  assert.equal(inbox.leaveAlone('r', 'a'), undefined);
  assert.ok(claim.outcome === 'claimed');
  inbox.settle(claim.delegated, APPROVED);
  assert.equal(inbox.leaveAlone('r', 'a'), undefined);
  inbox.add(delegated('b'));
  clock.setOffsetMs(200_000);
  assert.equal(inbox.leaveAlone('r', 'b'), undefined);
});
