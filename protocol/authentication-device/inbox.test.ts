import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import type { PromptWire } from '#protocol/contract/device.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createInbox, type DelegatedRequest, type InboxDeps } from './inbox.ts';

function setUp(changes: Partial<InboxDeps> = {}) {
  const clock = createMovableClock({ now: () => 1000 });
  const log = createCollectingLogger();
  const store = createMemoryStore();
  const deps = { store, clocks: () => clock, planFor: () => undefined, log, ...changes };
  return { clock, log, inbox: createInbox(deps), secondServer: () => createInbox(deps) };
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

test('prompts are pending from their arrival, oldest first, and never reveal their token', async () => {
  const { inbox } = setUp();
  await inbox.add(delegated('a'));
  await inbox.add(delegated('b'));
  const { pending, answered } = await inbox.list('r');
  assert.deepEqual([ids(pending), answered], [['a', 'b'], []]);
  assert.equal(pending[0]?.state, 'pending');
  assert.equal(JSON.stringify(pending).includes('token of'), false);
});

test('a second prompt with the same ID is rejected, except in another realm', async () => {
  const { inbox } = setUp();
  assert.equal(await inbox.add(delegated('a')), true);
  assert.equal(await inbox.add(delegated('a', { bearer: 'other' })), false);
  assert.equal(await inbox.add(delegated('a', { realmId: 'other' })), true);
  assert.deepEqual(ids((await inbox.list('other')).pending), ['a']);
});

test("a prompt expires at the exact time on its realm's clock and is no longer pending", async () => {
  const { inbox, clock } = setUp();
  await inbox.add(delegated('a'));
  clock.setOffsetMs(119_999);
  assert.equal((await inbox.find('r', 'a'))?.state, 'pending');
  clock.setOffsetMs(120_000);
  assert.equal((await inbox.find('r', 'a'))?.state, 'expired');
  assert.deepEqual([inbox.pendingCount(), inbox.waiting()], [0, []]);
  assert.deepEqual(ids((await inbox.list('r')).answered), ['a']);
  assert.equal((await inbox.claim('r', 'a')).outcome, 'late');
});

test('a prompt is claimed once, and listeners get its result', async () => {
  const { inbox, clock } = setUp();
  const heard: (string | undefined)[] = [];
  const unsubscribe = inbox.subscribe(({ state, answeredBy }) => heard.push(`${state} ${answeredBy}`));
  await inbox.add(delegated('a'));
  const claim = await inbox.claim('r', 'a');
  assert.equal(claim.outcome, 'claimed');
  assert.equal((await inbox.claim('r', 'a')).outcome, 'late');
  assert.equal(inbox.pendingCount(), 1);
  clock.setOffsetMs(5000);
  if (claim.outcome === 'claimed')
    assert.equal((await inbox.settle(claim.delegated, APPROVED)).answeredAt, 6000);
  unsubscribe();
  await inbox.add(delegated('b'));
  assert.deepEqual(heard, ['pending undefined', 'approved person']);
  assert.equal((await inbox.claim('r', 'a')).outcome, 'late');
});

test('a prompt does not expire while its answer is in progress', async () => {
  const { inbox, clock } = setUp();
  await inbox.add(delegated('a'));
  await inbox.claim('r', 'a');
  clock.setOffsetMs(500_000);
  assert.equal((await inbox.find('r', 'a'))?.state, 'pending');
});

test('an unknown prompt or one of another realm cannot be claimed', async () => {
  const { inbox } = setUp();
  await inbox.add(delegated('a'));
  assert.equal((await inbox.claim('r', 'b')).outcome, 'unknown');
  assert.equal((await inbox.claim('other', 'a')).outcome, 'unknown');
  assert.equal(await inbox.find('other', 'a'), undefined);
});

test('answered prompts are listed newest first, up to a limit per realm', async () => {
  const { inbox, clock } = setUp({ maxAnswered: 2 });
  for (const id of ['a', 'b', 'c']) await inbox.add(delegated(id));
  for (const [index, id] of ['b', 'c', 'a'].entries()) {
    clock.setOffsetMs(index * 1000);
    const claim = await inbox.claim('r', id);
    if (claim.outcome === 'claimed') await inbox.settle(claim.delegated, APPROVED);
  }
  assert.deepEqual(ids((await inbox.list('r')).answered), ['a', 'c']);
  assert.equal(await inbox.find('r', 'b'), undefined);
});

test('above the limit the oldest pending prompt is dropped and logged, and its answer in progress still completes', async () => {
  const { inbox, log } = setUp({ maxPending: 2 });
  await inbox.add(delegated('a'));
  const claim = await inbox.claim('r', 'a');
  await inbox.add(delegated('x', { realmId: 'other' }));
  await inbox.add(delegated('b'));
  await inbox.add(delegated('c'));
  assert.equal(inbox.pendingCount(), 3);
  assert.equal(await inbox.find('r', 'a'), undefined);
  assert.deepEqual(log.records[0]?.parameters, { realm: 'r', prompt: 'a', most: 2 });
  if (claim.outcome === 'claimed')
    assert.equal((await inbox.settle(claim.delegated, APPROVED)).state, 'approved');
  assert.equal(await inbox.find('r', 'a'), undefined);
});

test('clearing removes answered and expired prompts of one realm, and no pending ones', async () => {
  const { inbox, clock } = setUp();
  await inbox.add(delegated('a'));
  await inbox.add(delegated('b', {}, 2000));
  await inbox.add(delegated('c', { realmId: 'other' }, 2000));
  clock.setOffsetMs(1000);
  await inbox.clearAnswered('r');
  assert.deepEqual([ids((await inbox.list('r')).pending), (await inbox.list('r')).answered], [['a'], []]);
  assert.deepEqual(ids((await inbox.list('other')).answered), ['c']);
});

test('a planned answer is shown while the prompt is pending, and announced again when the plan changes', async () => {
  let at = 5000;
  const { inbox, clock } = setUp({ planFor: () => ({ answer: 'deny', at }) });
  await inbox.add(delegated('a'));
  const heard: (number | undefined)[] = [];
  inbox.subscribe(({ automatic }) => heard.push(automatic?.at));
  at = 7000;
  await inbox.announce('other');
  await inbox.announce('r');
  assert.deepEqual(heard, [7000]);
  clock.setOffsetMs(500_000);
  assert.equal((await inbox.find('r', 'a'))?.automatic, undefined);
});

test('a removed realm has no prompts any more; listeners see pending ones expire, and other realms keep theirs', async () => {
  const { inbox } = setUp();
  const seen: string[] = [];
  for (const id of ['a', 'b', 'c']) await inbox.add(delegated(id));
  await inbox.add(delegated('a', { realmId: 'other' }));
  const claimed = await inbox.claim('r', 'a');
  assert.equal(claimed.outcome, 'claimed');
  if (claimed.outcome === 'claimed') await inbox.settle(claimed.delegated, APPROVED);
  await inbox.claim('r', 'b');
  inbox.subscribe(({ id, state }) => seen.push(`${id} ${state}`));
  await inbox.removeRealm('r');
  assert.deepEqual(await inbox.list('r'), { pending: [], answered: [] });
  assert.deepEqual(ids((await inbox.list('other')).pending), ['a']);
  assert.deepEqual(seen.toSorted(), ['b expired', 'c expired']);
});

test('test kit "device": a prompt that is left alone stays pending, without rules, and listeners are notified', async () => {
  const { inbox, clock } = setUp({ planFor: () => ({ answer: 'deny', at: 2000 }) });
  await inbox.add(delegated('a'));
  await inbox.add(delegated('b'));
  const heard: unknown[] = [];
  inbox.subscribe(({ id, leftAlone }) => heard.push([id, leftAlone]));
  const left = await inbox.leaveAlone('r', 'a');
  assert.deepEqual([left?.state, left?.leftAlone, left?.automatic], ['pending', true, undefined]);
  assert.deepEqual(heard, [['a', true]]);
  assert.deepEqual(
    inbox.waiting().map(({ prompt }) => prompt.id),
    ['b'],
  );
  assert.deepEqual(ids((await inbox.list('r')).pending), ['a', 'b']);
  assert.equal((await inbox.claim('r', 'a')).outcome, 'claimed');
  clock.setOffsetMs(200_000);
  assert.equal((await inbox.find('r', 'a'))?.state, 'pending');
});

test('test kit "device": an unknown, claimed, answered or expired prompt cannot be left alone', async () => {
  const { inbox, clock } = setUp();
  assert.equal(await inbox.leaveAlone('r', 'none'), undefined);
  await inbox.add(delegated('a'));
  const claim = await inbox.claim('r', 'a');
  assert.equal(await inbox.leaveAlone('r', 'a'), undefined);
  assert.ok(claim.outcome === 'claimed');
  await inbox.settle(claim.delegated, APPROVED);
  assert.equal(await inbox.leaveAlone('r', 'a'), undefined);
  await inbox.add(delegated('b'));
  clock.setOffsetMs(200_000);
  assert.equal(await inbox.leaveAlone('r', 'b'), undefined);
});

test('several servers: a prompt is listed, counted, claimed once and announced on each of them', async () => {
  const { inbox, secondServer } = setUp();
  const other = secondServer();
  const heard: string[] = [];
  other.subscribe(({ id, state }) => heard.push(`${id} ${state}`));
  await inbox.add(delegated('a'));
  assert.deepEqual(ids((await other.list('r')).pending), ['a']);
  assert.equal(other.pendingCount(), 1);
  const claims = await Promise.all([inbox.claim('r', 'a'), other.claim('r', 'a')]);
  assert.deepEqual(claims.map(({ outcome }) => outcome).toSorted(), ['claimed', 'late']);
  const [claim] = claims;
  assert.ok(claim?.outcome === 'claimed');
  await inbox.settle(claim.delegated, APPROVED);
  assert.equal((await other.find('r', 'a'))?.state, 'approved');
  assert.deepEqual(heard, ['a pending', 'a approved']);
  assert.equal(other.pendingCount(), 0);
});
