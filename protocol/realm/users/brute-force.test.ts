import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { copyPlain } from '#protocol/store/testing/copy-plain.ts';
import { manualClock, testRealm } from '../testing/realm.ts';
import { createBruteForceDetection, explainLock, isPermanentlyLocked } from './brute-force.ts';

const SECOND = 1000;
const ALICE: StoredUser = { id: 'a', username: 'alice', attributes: { team: ['red'] } };
const BOB: StoredUser = { id: 'b', username: 'bob' };

/** A realm that locks at the third failure; its failures are `seconds` apart. */
async function setUp(settings: Partial<RealmRepresentation> = {}) {
  const realm = testRealm({ bruteForceProtected: true, failureFactor: 3, ...settings });
  const clock = manualClock();
  const store = createMemoryStore({ copyValue: copyPlain });
  await store.realms.create(realm.stored, [ALICE, BOB]);
  const detection = createBruteForceDetection(store);
  const events: (readonly [kind: string, details: object])[] = [];
  const notes: string[] = [];
  const activity = {
    recordNote: (_rule: string, detail: string) => void notes.push(detail),
    userEvent: (kind: string, details: object) => void events.push([kind, details]),
  };
  const context = { realm, clock, remoteAddress: '10.0.0.1', activity };
  let offset = 0;
  return {
    store,
    detection,
    context,
    events,
    notes,
    pass: (seconds: number) => {
      offset += seconds * SECOND;
      clock.setOffsetMs(offset);
    },
    /** How many failures of alice count now. */
    failures: async () => (await detection.status(realm.id, ALICE, clock.now())).failures,
    stored: async () => (await store.users.find(realm.id, 'a')) ?? ALICE,
    async fail(times: number, seconds = 2) {
      for (let count = 0; count < times; count += 1) {
        this.pass(seconds);
        await detection.recordFailure(context, await this.stored());
      }
    },
    /** Remaining seconds of the lock; undefined: not locked. */
    async locked() {
      const lock = await detection.findLock(context, await this.stored());
      return lock === undefined ? undefined : (lock.endsAt - clock.now()) / SECOND;
    },
  };
}

test('realm-admin A2: a realm without bruteForceProtected neither locks nor counts', async () => {
  const realm = await setUp({ bruteForceProtected: false });
  await realm.fail(50);
  assert.equal(await realm.locked(), undefined);
  assert.equal(await realm.failures(), 0);
});

test('failureFactor: only this number of failures locks the account, and only that account', async () => {
  const realm = await setUp();
  await realm.fail(2);
  assert.equal(await realm.locked(), undefined);
  await realm.fail(1);
  assert.equal(await realm.locked(), 60);
  assert.equal(await realm.detection.findLock(realm.context, BOB), undefined);
  assert.equal(await realm.detection.findLock(realm.context, undefined), undefined);
});

test('waitIncrementSeconds grows with every multiple of failureFactor, up to maxFailureWaitSeconds', async () => {
  const realm = await setUp({ waitIncrementSeconds: 10, maxFailureWaitSeconds: 15 });
  await realm.fail(3);
  assert.equal(await realm.locked(), 10);
  realm.pass(10);
  assert.equal(await realm.locked(), undefined);
  await realm.fail(3);
  assert.equal(await realm.locked(), 15);
});

test('bruteForceStrategy LINEAR grows with every failure from failureFactor on', async () => {
  const realm = await setUp({ bruteForceStrategy: 'LINEAR', waitIncrementSeconds: 10 });
  await realm.fail(4);
  assert.equal(await realm.locked(), 20);
});

test('quickLoginCheckMilliSeconds: two failures in quick succession lock for minimumQuickLoginWaitSeconds', async () => {
  const realm = await setUp({ minimumQuickLoginWaitSeconds: 7 });
  await realm.fail(2, 0.5);
  assert.equal(await realm.locked(), 7);
});

test('maxDeltaTimeSeconds: failures are cleared after this time without a failure', async () => {
  const realm = await setUp({ maxDeltaTimeSeconds: 100 });
  await realm.fail(2);
  realm.pass(101);
  await realm.fail(1);
  assert.equal(await realm.locked(), undefined);
  assert.equal(await realm.failures(), 1);
});

test('maxDeltaTimeSeconds: failures that a further one would not add to are forgotten', async () => {
  const realm = await setUp({ maxDeltaTimeSeconds: 100 });
  await realm.fail(2);
  realm.pass(100);
  assert.equal(await realm.failures(), 2);
  realm.pass(1);
  assert.equal(await realm.failures(), 0);
});

test('a lock outlives maxDeltaTimeSeconds', async () => {
  const realm = await setUp({ maxDeltaTimeSeconds: 10, waitIncrementSeconds: 500 });
  await realm.fail(3);
  realm.pass(499);
  assert.equal(await realm.locked(), 1);
  realm.pass(1);
  assert.equal(await realm.locked(), undefined);
});

test('maxTemporaryLockouts: lockouts count towards a permanent one however long ago they were', async () => {
  const realm = await setUp({ permanentLockout: true, maxTemporaryLockouts: 1, maxDeltaTimeSeconds: 100 });
  await realm.fail(3);
  assert.equal(await realm.locked(), 60);
  realm.pass(1_000_000);
  await realm.fail(3);
  assert.equal(await realm.locked(), Number.POSITIVE_INFINITY);
});

test('failures at two servers add up, even at the same time', async () => {
  const { store, ...realm } = await setUp({ quickLoginCheckMilliSeconds: 0 });
  const other = createBruteForceDetection(store);
  await Promise.all([
    realm.detection.recordFailure(realm.context, ALICE),
    other.recordFailure(realm.context, ALICE),
  ]);
  assert.equal(await realm.failures(), 2);
  await other.recordFailure(realm.context, ALICE);
  assert.ok(await realm.detection.findLock(realm.context, ALICE));
});

test('users with one id in two realms have failures of their own', async () => {
  const { detection, context } = await setUp();
  const realm = testRealm({ id: 'other-id', bruteForceProtected: true });
  await detection.recordFailure({ ...context, realm }, ALICE);
  assert.equal((await detection.status(context.realm.id, ALICE, 0)).failures, 0);
  await detection.clear(context.realm.id);
  assert.equal((await detection.status('other-id', ALICE, 0)).failures, 1);
});

test('a sign-in in a realm without bruteForceProtected leaves failures as they are', async () => {
  const realm = await setUp();
  await realm.fail(1);
  await realm.detection.recordSuccess(testRealm({ bruteForceProtected: false }), 'a');
  assert.equal(await realm.failures(), 1);
});

test('permanentLockout disables the user at once, or after maxTemporaryLockouts', async () => {
  const atOnce = await setUp({ permanentLockout: true });
  await atOnce.fail(3);
  assert.equal(await atOnce.locked(), Number.POSITIVE_INFINITY);
  assert.equal(isPermanentlyLocked(await atOnce.stored()), true);
  const later = await setUp({ permanentLockout: true, maxTemporaryLockouts: 1 });
  await later.fail(3);
  assert.equal(await later.locked(), 60);
  later.pass(60);
  await later.fail(1);
  assert.equal((await later.stored()).enabled, false);
});

test('realm-admin C9: clearing removes failures and a permanent lock, and nothing else', async () => {
  const realm = await setUp({ permanentLockout: true });
  await realm.fail(3);
  await realm.detection.clear('r-id', 'a');
  assert.equal(await realm.locked(), undefined);
  assert.deepEqual(await realm.stored(), { ...ALICE, enabled: true });
  await realm.detection.clear('r-id', 'nobody');
});

test('clearing does not enable a user whom an administrator disabled', async () => {
  const realm = await setUp();
  assert.equal(isPermanentlyLocked({ ...ALICE, enabled: false }), false);
  await realm.detection.clear('r-id');
  const now = realm.context.clock.now();
  const status = await realm.detection.status('r-id', { ...ALICE, enabled: false }, now);
  assert.equal(status.lockedUntil, 0);
});

test('a successful sign-in clears earlier failures', async () => {
  const realm = await setUp();
  await realm.fail(2);
  await realm.detection.recordSuccess(realm.context.realm, 'a');
  await realm.fail(2);
  assert.equal(await realm.locked(), undefined);
});

test('moving the clock back does not extend a lock', async () => {
  const realm = await setUp();
  await realm.fail(2);
  realm.pass(-1000);
  await realm.fail(1);
  assert.equal(await realm.locked(), 60);
});

test('the log reports the lock and its duration; the user does not see them', async () => {
  const realm = await setUp();
  await realm.fail(3);
  const lock = await realm.detection.findLock(realm.context, ALICE);
  assert.ok(lock);
  const refusal = { code: 'access_denied', description: 'Invalid username or password.' } as const;
  const error = explainLock(realm.context, ALICE, lock, refusal);
  assert.equal(error.description, 'Invalid username or password.');
  assert.match(error.reason, /locked user alice for 60 seconds more.*after 3 failed sign-ins/);
  assert.match(error.remedy ?? '', /attack-detection\/brute-force\/users\/a\).*failureFactor of realm r/);
  const forGood = explainLock(
    realm.context,
    ALICE,
    { endsAt: Number.POSITIVE_INFINITY, failures: 3 },
    refusal,
  );
  assert.match(forGood.reason, /permanently/);
});

test('inTurn: an attempt sees the user and the lock as earlier attempts left them', async () => {
  const realm = await setUp({ failureFactor: 1, permanentLockout: true });
  const failing = realm.detection.inTurn(realm.context, ALICE, (user) =>
    realm.detection.recordFailure(realm.context, user),
  );
  const next = realm.detection.inTurn(realm.context, ALICE, async (user, lock) => ({ user, lock }));
  await failing;
  const { user, lock } = await next;
  assert.equal(user?.enabled, false);
  assert.equal(lock?.endsAt, Number.POSITIVE_INFINITY);
});

test('inTurn: other users, unknown ones and realms without bruteForceProtected do not wait', async () => {
  const { detection, context } = await setUp();
  const order: string[] = [];
  let end = (): void => undefined;
  const slow = detection.inTurn(context, ALICE, () => new Promise<void>((resolve) => (end = resolve)));
  const behind = detection.inTurn(context, ALICE, async () => order.push('alice'));
  await detection.inTurn(context, BOB, async () => order.push('bob'));
  await detection.inTurn(context, undefined, async () => order.push('unknown'));
  const open = { ...context, realm: testRealm({ bruteForceProtected: false }) };
  await detection.inTurn(open, ALICE, async () => order.push('alice, unprotected'));
  end();
  await Promise.all([slow, behind]);
  assert.deepEqual(order, ['bob', 'unknown', 'alice, unprotected', 'alice']);
});

test('inTurn: an attempt that waited more than ten seconds is refused unchecked, with the reason', async () => {
  const realm = testRealm({ bruteForceProtected: true });
  const store = createMemoryStore();
  await store.realms.create(realm.stored, [ALICE]);
  let elapsed = 0;
  const detection = createBruteForceDetection(store, { elapsedMs: () => elapsed, clock: manualClock() });
  const context = { realm, clock: manualClock() };
  const slow = detection.inTurn(context, ALICE, async () => {
    await undefined;
    elapsed = 10_001;
  });
  const late = detection.inTurn(context, ALICE, async (_user, lock) => lock);
  const inTime = slow.then(() => detection.inTurn(context, ALICE, async (_user, lock) => lock));
  const lock = await late;
  assert.ok(lock?.isOverrun);
  const error = explainLock(context, ALICE, lock, { code: 'invalid_grant', description: 'no' });
  assert.match(error.reason, /waited more than 10 seconds\. Neither password nor code was checked/);
  assert.match(error.remedy ?? '', /bruteForceProtected/);
  assert.equal(await inTime, undefined);
});

test('inTurn: a user who is deleted meanwhile is unknown to later attempts', async () => {
  const realm = testRealm({ bruteForceProtected: true });
  const store = createMemoryStore();
  await store.realms.create(realm.stored, [ALICE]);
  const detection = createBruteForceDetection(store);
  const context = { realm, clock: manualClock() };
  const removing = detection.inTurn(context, ALICE, () => store.users.remove(realm.id, 'a'));
  const behind = detection.inTurn(context, ALICE, async (user) => user);
  assert.equal(await removing, true);
  assert.equal(await behind, undefined);
});

test('captured failures of a realm come back as they were, and none means none', async () => {
  const { detection, context, failures } = await setUp();
  await detection.recordFailure(context, ALICE);
  const captured = await detection.capture(context.realm.id);
  await detection.recordFailure(context, ALICE);
  await detection.restore(context.realm.id, captured);
  assert.equal(await failures(), 1);
  await detection.restore(context.realm.id, []);
  assert.equal(await failures(), 0);
  assert.equal(captured[0]?.failures, 1);
});

test('Keycloak user events: each temporary lock is one, with the number of failures and when it ends', async () => {
  const realm = await setUp();
  await realm.fail(2);
  assert.deepEqual(realm.events, []);
  await realm.fail(1);
  const until = new Date(realm.context.clock.now() + 60 * SECOND).toISOString();
  assert.deepEqual(realm.events, [
    [
      'USER_DISABLED_BY_TEMPORARY_LOCKOUT',
      {
        reason: 'brute_force_attack detected',
        num_failures: '3',
        not_before: until.slice(0, 19).replace(/:00$/, ''),
      },
    ],
  ]);
  assert.deepEqual(realm.notes, [`User alice is locked until ${until}, after 3 failed sign-ins.`]);
});

test('Keycloak user events: a permanent lock is one, without an end', async () => {
  const realm = await setUp({ permanentLockout: true });
  await realm.fail(3);
  const details = { reason: 'brute_force_attack detected', num_failures: '3' };
  assert.deepEqual(realm.events, [['USER_DISABLED_BY_PERMANENT_LOCKOUT', details]]);
  assert.deepEqual(realm.notes, ['User alice is locked permanently, after 3 failed sign-ins.']);
});

test('Keycloak user events: passwords sent too quickly lock for a moment, which is an event, too', async () => {
  const realm = await setUp({ failureFactor: 30, quickLoginCheckMilliSeconds: 5000 });
  await realm.fail(2, 1);
  assert.deepEqual(
    realm.events.map(([kind]) => kind),
    ['USER_DISABLED_BY_TEMPORARY_LOCKOUT'],
  );
});

test('Keycloak user events: without bruteForceProtected, or for nobody, there is no lock and no event', async () => {
  const open = await setUp({ bruteForceProtected: false });
  await open.fail(5);
  const realm = await setUp();
  for (const _time of [1, 2, 3, 4]) await realm.detection.recordFailure(realm.context, undefined);
  assert.deepEqual([open.events, realm.events], [[], []]);
});
