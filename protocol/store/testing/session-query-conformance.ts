// The conformance tests of how sessions end, and of what is asked about many at once.
import assert from 'node:assert/strict';
import { collect } from '../collect.ts';
import type { SessionLimits, SessionQuery } from '../session-query.ts';
import type { ClientSession, SessionStore, Store, UserSession } from '../store.ts';
import type { Check } from './conformance.ts';
import { alice, bob, demo } from './sample-realm.ts';
import { createSession } from './sample-session.ts';

const key = { realmId: demo.id, id: 's1' };
const part: ClientSession = { clientUuid: 'c1', startedAt: 1, lastRefreshAt: 1, scope: 'openid' };
const joined = createSession('s1', { clients: { c1: part, c2: { ...part, clientUuid: 'c2' } } });

/** Registers the tests for one kind of store, which has the realm `demo`. */
export function testSessionQueries(checkWithDemo: Check): void {
  testEndings(checkWithDemo);
  testCounts(checkWithDemo);
  testFound(checkWithDemo);
}

const NEVER = Number.NEGATIVE_INFINITY;

/** At the time 100: online sessions idle for 10 or 50 at most, remembered ones 20 or 90, offline ones 60. */
const limits: SessionLimits = {
  online: { usedAt: 90, startedAt: 50 },
  remembered: { usedAt: 80, startedAt: 10 },
  offline: { usedAt: 40, startedAt: NEVER },
};

const kinds = {
  online: {},
  remembered: { rememberMe: true },
  offline: { offline: true },
  'remembered offline': { offline: true, rememberMe: true },
} as const;

/** Times of start and last use, and the kinds of sessions that have ended with them. */
const endings = [
  [51, 91, []],
  [50, 91, ['online']],
  [51, 90, ['online']],
  [11, 81, ['online']],
  [10, 99, ['online', 'remembered']],
  [0, 41, ['online', 'remembered']],
  [51, 40, ['online', 'remembered', 'offline', 'remembered offline']],
] as const satisfies readonly (readonly [number, number, readonly (keyof typeof kinds)[]])[];

/** A session of each kind with each of these times; the ids of those that have ended. */
async function createEndings({ sessions }: Pick<Store, 'sessions'>) {
  const ended: string[] = [];
  const active: string[] = [];
  for (const [startedAt, lastAccessAt, endedKinds] of endings)
    for (const [kind, members] of Object.entries(kinds)) {
      const id = `${kind} ${startedAt} ${lastAccessAt}`;
      await sessions.create(createSession(id, { startedAt, lastAccessAt, ...members }));
      (endedKinds.some((each) => each === kind) ? ended : active).push(id);
    }
  return { ended: ended.sort(), active: active.sort() };
}

const idsOf = (sessions: readonly UserSession[]) => sessions.map(({ id }) => id).sort();

function testEndings(checkWithDemo: Check): void {
  const sweep = (sessions: SessionStore) => collect(sessions.sweep(new Map([[demo.id, limits]])));
  checkWithDemo('sessions that have ended are removed and given, each once', async (store) => {
    const { sessions } = store;
    const { ended, active } = await createEndings(store);
    assert.deepEqual(idsOf(await sweep(sessions)), ended);
    assert.deepEqual(idsOf(await collect(sessions.list(demo.id))), active);
    assert.deepEqual(await sweep(sessions), []);
    assert.deepEqual(await collect(sessions.sweep(new Map())), []);
    assert.deepEqual(await collect(sessions.sweep(new Map([['nowhere', limits]]))), []);
  });
  checkWithDemo('a removed session is given as it was', async ({ sessions }) => {
    await sessions.create(joined);
    assert.deepEqual(await sweep(sessions), [joined]);
  });
  checkWithDemo('many sessions end at once', async ({ sessions }) => {
    const ids = Array.from({ length: 1200 }, (_, index) => `s${index}`);
    await sessions.restore(demo.id, { sessions: ids.map((id) => createSession(id)), revoked: {} });
    assert.deepEqual(idsOf(await sweep(sessions)), ids.sort());
    assert.equal(await sessions.count(demo.id), 0);
  });
  checkWithDemo(
    'a session that is used again, or joins another kind, has not ended',
    async ({ sessions }) => {
      await sessions.create(joined);
      await sessions.create(createSession('s2'));
      await sessions.update(key, () => ({
        session: { ...joined, startedAt: 99, lastAccessAt: 99 },
        result: 0,
      }));
      assert.deepEqual(idsOf(await sweep(sessions)), ['s2']);
      assert.deepEqual(idsOf(await collect(sessions.list(demo.id))), ['s1']);
    },
  );
  checkWithDemo('of concurrent sweeps, one gets each session', async ({ sessions }) => {
    const ids = Array.from({ length: 600 }, (_, index) => `s${index}`);
    await sessions.restore(demo.id, { sessions: ids.map((id) => createSession(id)), revoked: {} });
    const swept = await Promise.all([sweep(sessions), sweep(sessions), sweep(sessions)]);
    swept.push(await sweep(sessions));
    assert.deepEqual(idsOf(swept.flat()), ids.sort());
  });
}

function testCounts(checkWithDemo: Check): void {
  checkWithDemo('sessions that have not ended are listed and counted', async (store) => {
    const { sessions } = store;
    const { active } = await createEndings(store);
    assert.deepEqual(idsOf(await collect(sessions.list(demo.id, { active: limits }))), active);
    assert.equal(await sessions.count(demo.id, { active: limits }), active.length);
    assert.equal(await sessions.count(demo.id), endings.length * Object.keys(kinds).length);
    assert.equal(await sessions.count('nowhere', { active: limits }), 0);
    const offline = active.filter((id) => id.includes('offline'));
    assert.equal(await sessions.count(demo.id, { active: limits, offline: true }), offline.length);
    const other = { ...demo, id: 'other-id', realm: 'other' };
    await store.realms.create(other, []);
    const wanted = [demo.id, other.id, 'nowhere'].map((id) => [id, limits] as const);
    const counts = await sessions.countByRealm(new Map(wanted));
    const all = { online: active.length - offline.length, offline: offline.length };
    assert.deepEqual(counts.get(demo.id), all);
    assert.deepEqual(counts.get(other.id), { online: 0, offline: 0 });
    assert.deepEqual([...(await sessions.countByRealm(new Map()))], []);
  });
  checkWithDemo('sessions are counted by user and by client', async ({ sessions }) => {
    const long = 'c'.repeat(300);
    await sessions.create(joined);
    await sessions.create(
      createSession('s2', { userId: bob.id, clients: { [long]: { ...part, clientUuid: long } } }),
    );
    await sessions.create(createSession('offline:s1', { offline: true, clients: { c1: part } }));
    await sessions.create(createSession('s3'));
    assert.equal(await sessions.count(demo.id, { userId: bob.id }), 1);
    assert.equal(await sessions.count(demo.id, { clientUuid: 'c1', offline: false }), 1);
    const count = async (uuids: readonly string[], query?: SessionQuery) =>
      Object.fromEntries(await sessions.countByClient(demo.id, uuids, query));
    assert.deepEqual(await count(['c1', 'c2', long, 'c4']), {
      c1: { online: 1, offline: 1 },
      c2: { online: 1, offline: 0 },
      [long]: { online: 1, offline: 0 },
    });
    assert.deepEqual(await count(['c1', long], { userId: alice.id }), { c1: { online: 1, offline: 1 } });
    assert.deepEqual(await count([]), {});
    assert.deepEqual(await count(['c1'], { active: limits }), {});
    assert.equal((await sessions.countByClient('nowhere', ['c1'])).size, 0);
  });
  checkWithDemo('a page has the matching sessions that were last used, ties by id', async ({ sessions }) => {
    for (const [id, lastAccessAt] of [
      ['a', 5],
      ['b', 9],
      ['d', 7],
      ['c', 7],
    ] as const)
      await sessions.create(createSession(id, { lastAccessAt }));
    await sessions.create(createSession('bob', { userId: bob.id, lastAccessAt: 8 }));
    const page = async (first: number, max: number, query: SessionQuery = {}) =>
      (await sessions.page(demo.id, query, { first, max })).map(({ id }) => id);
    assert.deepEqual(await page(0, 10), ['b', 'bob', 'c', 'd', 'a']);
    assert.deepEqual(await page(1, 2, { userId: alice.id }), ['c', 'd']);
    assert.deepEqual(await page(5, 10), []);
    assert.deepEqual(await page(0, 0), []);
    assert.deepEqual(await page(0, 10, { active: limits }), []);
    assert.deepEqual(await page(0, Number.MAX_SAFE_INTEGER, { userId: bob.id }), ['bob']);
    assert.deepEqual(await sessions.page('nowhere', {}, { first: 0, max: 9 }), []);
  });
}

function testFound(checkWithDemo: Check): void {
  checkWithDemo('a session is found with its user, and whether a token is revoked', async (store) => {
    const { sessions, users } = store;
    await sessions.create(joined);
    await sessions.revokeToken(demo.id, 'j1', 9e15);
    const user = await users.find(demo.id, alice.id);
    assert.deepEqual(await store.findSession(demo.id, 's1'), { session: joined, user, isRevoked: false });
    assert.equal((await store.findSession(demo.id, 's1', 'j1')).isRevoked, true);
    assert.equal((await store.findSession(demo.id, 's1', 'j2')).isRevoked, false);
    const nothing = { session: undefined, user: undefined, isRevoked: false };
    assert.deepEqual(await store.findSession(demo.id, 's2', 'j2'), nothing);
    assert.deepEqual(await store.findSession(demo.id, 's2', 'j1'), { ...nothing, isRevoked: true });
    assert.deepEqual(await store.findSession('nowhere', 's1', 'j1'), nothing);
  });
  checkWithDemo('the session of a user who is gone is found without one', async (store) => {
    await store.sessions.create(createSession('s1', { userId: 'gone' }));
    const { session, user } = await store.findSession(demo.id, 's1');
    assert.equal(session?.userId, 'gone');
    assert.equal(user, undefined);
  });
  checkWithDemo('a session that was found so is changed and discarded as it was read', async (store) => {
    const { sessions } = store;
    await sessions.create(joined);
    const { session: known = assert.fail() } = await store.findSession(demo.id, 's1');
    await sessions.update({ ...key, known }, () => ({ session: { ...joined, flow: 'g' }, result: 0 }));
    assert.equal(await sessions.discard(known), false);
    const { session: newer = assert.fail() } = await store.findSession(demo.id, 's1');
    assert.equal(newer.flow, 'g');
    assert.equal(await sessions.discard(newer), true);
  });
}
