// The conformance tests of sessions and revoked tokens.
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

/** Registers the tests of sessions for one kind of store, which has the realm `demo`. */
export function testSessions(checkWithDemo: Check): void {
  testReads(checkWithDemo);
  testChanges(checkWithDemo);
  testRefusedChanges(checkWithDemo);
  testRaces(checkWithDemo);
  testRevokedTokens(checkWithDemo);
  testEndings(checkWithDemo);
  testCounts(checkWithDemo);
  testCaptures(checkWithDemo);
}

function touch(sessions: SessionStore): Promise<number> {
  return sessions.update(key, (session) => {
    if (session === undefined) throw new RangeError('no session');
    const lastAccessAt = session.lastAccessAt + 1;
    return { session: { ...session, lastAccessAt }, result: lastAccessAt };
  });
}

function testReads(checkWithDemo: Check): void {
  checkWithDemo('sessions are found by realm and id', async ({ sessions }) => {
    await sessions.create(createSession('s1', { lastAccessAt: 9 }));
    assert.equal((await sessions.find(demo.id, 's1'))?.lastAccessAt, 9);
    assert.equal(await sessions.find(demo.id, 's2'), undefined);
    assert.equal(await sessions.find('other', 's1'), undefined);
  });
  checkWithDemo(
    'sessions are listed by user, client and kind, which must all match',
    async ({ sessions }) => {
      await sessions.create(joined);
      await sessions.create(createSession('s2', { userId: bob.id }));
      await sessions.create(createSession('offline:s1', { offline: true, clients: { c1: part } }));
      for (const [query, ids] of [
        [undefined, ['offline:s1', 's1', 's2']],
        [{}, ['offline:s1', 's1', 's2']],
        [{ userId: bob.id }, ['s2']],
        [{ userId: alice.id }, ['offline:s1', 's1']],
        [{ userId: 'u9' }, []],
        [{ clientUuid: 'c1' }, ['offline:s1', 's1']],
        [{ clientUuid: 'c2' }, ['s1']],
        [{ clientUuid: 'constructor' }, []],
        [{ offline: true }, ['offline:s1']],
        [{ offline: false }, ['s1', 's2']],
        [{ userId: alice.id, clientUuid: 'c1', offline: false }, ['s1']],
        [{ userId: bob.id, clientUuid: 'c1' }, []],
      ] as const satisfies readonly (readonly [SessionQuery | undefined, readonly string[]])[]) {
        const found = await collect(sessions.list(demo.id, query));
        assert.deepEqual(found.map(({ id }) => id).sort(), ids, JSON.stringify(query));
      }
      assert.deepEqual(await collect(sessions.list('nowhere')), []);
    },
  );
  checkWithDemo('many sessions are listed once each, also while they are removed', async ({ sessions }) => {
    const ids = Array.from({ length: 700 }, (_, index) => `s${index}`);
    for (const id of ids) await sessions.create(createSession(id));
    const found: string[] = [];
    for await (const { id } of sessions.list(demo.id, { userId: alice.id })) {
      found.push(id);
      await sessions.remove(demo.id, id);
    }
    assert.deepEqual(found.sort(), ids.sort());
    assert.deepEqual(await collect(sessions.list(demo.id)), []);
  });
}

function testChanges(checkWithDemo: Check): void {
  checkWithDemo('a change sees the newest state, and its result is returned', async ({ sessions }) => {
    await sessions.create(joined);
    assert.equal(await touch(sessions), 3);
    assert.equal(await touch(sessions), 4);
    assert.equal((await sessions.find(demo.id, 's1'))?.lastAccessAt, 4);
  });
  checkWithDemo('a change may create, leave or end the session', async ({ sessions }) => {
    const seen: (UserSession | undefined)[] = [];
    for (const session of [undefined, joined, undefined, 'ended', 'ended'] as const) {
      await sessions.update(key, (known) => {
        seen.push(known);
        return session === undefined ? { result: undefined } : { session, result: undefined };
      });
    }
    assert.deepEqual(seen, [undefined, undefined, joined, joined, undefined]);
    assert.equal(await sessions.find(demo.id, 's1'), undefined);
    assert.deepEqual(await collect(sessions.list(demo.id, { userId: alice.id })), []);
  });
  checkWithDemo(
    'RFC 9700 §4.14.2: a change uses a session and revokes tokens at once',
    async ({ sessions }) => {
      await sessions.create(joined);
      const use = (jti: string) =>
        sessions.update({ ...key, jti }, (session, isRevoked) => ({
          ...(session === undefined ? {} : { session: { ...session, lastAccessAt: 9 } }),
          revoked: { [jti]: 9e15 },
          result: isRevoked,
        }));
      assert.equal(await use('j1'), false);
      assert.equal(await use('j1'), true);
      assert.equal(await use('j2'), false);
      assert.equal(await sessions.isTokenRevoked(demo.id, 'j2'), true);
      assert.equal(await sessions.update(key, (_session, isRevoked) => ({ result: isRevoked })), false);
      await sessions.update(key, () => ({ session: 'ended', revoked: { j3: 9e15 }, result: undefined }));
      assert.equal(await sessions.isTokenRevoked(demo.id, 'j3'), true);
      assert.equal(await sessions.find(demo.id, 's1'), undefined);
    },
  );
  checkWithDemo('a removed session is returned, and in no list', async ({ sessions }) => {
    await sessions.create(joined);
    assert.deepEqual(await sessions.remove(demo.id, 's1'), joined);
    assert.equal(await sessions.remove(demo.id, 's1'), undefined);
    assert.equal(await sessions.find(demo.id, 's1'), undefined);
    assert.deepEqual(await collect(sessions.list(demo.id, { userId: alice.id })), []);
    assert.deepEqual(await collect(sessions.list(demo.id)), []);
  });
}

function testRefusedChanges(checkWithDemo: Check): void {
  checkWithDemo('a change that throws leaves everything as it was', async ({ sessions }) => {
    await sessions.create(joined);
    const fail = (): never => {
      throw new RangeError('no');
    };
    await assert.rejects(sessions.update(key, fail), RangeError);
    await assert.rejects(sessions.update({ ...key, jti: 'j1' }, fail), RangeError);
    assert.deepEqual(await sessions.find(demo.id, 's1'), joined);
    assert.equal(await sessions.isTokenRevoked(demo.id, 'j1'), false);
    await assert.rejects(sessions.update({ ...key, id: 's2' }, fail), RangeError);
    assert.equal(await sessions.find(demo.id, 's2'), undefined);
    assert.equal(await touch(sessions), 3);
  });
  checkWithDemo('a session cannot be created twice, or change its id or realm', async ({ sessions }) => {
    await sessions.create(joined);
    await assert.rejects(sessions.create({ ...joined, lastAccessAt: 9 }), TypeError);
    for (const moved of [{ id: 's2' }, { realmId: 'other' }]) {
      const change = () => ({ session: { ...joined, ...moved }, result: undefined });
      await assert.rejects(sessions.update(key, change), TypeError);
    }
    assert.deepEqual(await sessions.find(demo.id, 's1'), joined);
    assert.equal(await sessions.find(demo.id, 's2'), undefined);
    assert.equal(await sessions.find('other', 's1'), undefined);
  });
  checkWithDemo('a session is discarded only as it was read or stored', async ({ sessions }) => {
    await sessions.create(joined);
    await touch(sessions);
    assert.equal(await sessions.discard(joined), false);
    const known = (await sessions.find(demo.id, 's1')) ?? assert.fail();
    assert.equal(await sessions.discard(known), true);
    assert.equal(await sessions.discard(known), false);
    assert.equal(await sessions.find(demo.id, 's1'), undefined);
    const created = createSession('s2');
    await sessions.create(created);
    assert.equal(await sessions.discard(created), true);
    await sessions.create(createSession('s3'));
    for await (const listed of sessions.list(demo.id)) assert.equal(await sessions.discard(listed), true);
    assert.equal(await sessions.discard(createSession('s4')), false);
  });
}

function testRaces(checkWithDemo: Check): void {
  const atOnce = <T>(run: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 20 }, run));
  checkWithDemo('concurrent changes of one session are all applied', async ({ sessions }) => {
    await sessions.create(joined);
    const results = await atOnce(() => touch(sessions));
    assert.equal(new Set(results).size, 20);
    assert.equal((await sessions.find(demo.id, 's1'))?.lastAccessAt, 22);
  });
  checkWithDemo('of concurrent changes that would create a session, one does', async ({ sessions }) => {
    const created = await atOnce(() =>
      sessions.update(key, (known) =>
        known === undefined ? { session: joined, result: true } : { result: false },
      ),
    );
    assert.equal(created.filter((isFirst) => isFirst).length, 1);
  });
  checkWithDemo(
    'RFC 9700 §4.14.2: of concurrent uses of a refresh token, one is the first',
    async (store) => {
      await store.sessions.create(joined);
      const reused = await atOnce(() =>
        store.sessions.update({ ...key, jti: 'j1' }, (session, isRevoked) => ({
          ...(session === undefined
            ? {}
            : { session: { ...session, lastAccessAt: session.lastAccessAt + 1 } }),
          revoked: { j1: 9e15 },
          result: isRevoked,
        })),
      );
      assert.equal(reused.filter((isReuse) => !isReuse).length, 1);
      assert.equal((await store.sessions.find(demo.id, 's1'))?.lastAccessAt, 22);
    },
  );
  checkWithDemo('of concurrent callers that remove a session, one gets it', async ({ sessions }) => {
    await sessions.create(joined);
    const removed = await atOnce(() => sessions.remove(demo.id, 's1'));
    assert.deepEqual(
      removed.filter((session) => session !== undefined),
      [joined],
    );
  });
  checkWithDemo('of concurrent callers that revoke a token, one is the first', async ({ sessions }) => {
    const revoked = await atOnce(() => sessions.revokeToken(demo.id, 'j1', 9e15));
    assert.equal(revoked.filter((isFirst) => isFirst).length, 1);
  });
}

function testRevokedTokens(checkWithDemo: Check): void {
  checkWithDemo('RFC 7009 §2.2: a token is revoked in its realm until it expires', async ({ sessions }) => {
    assert.equal(await sessions.revokeToken(demo.id, 'j1', 100), true);
    assert.equal(await sessions.revokeToken(demo.id, 'j1', 100), false);
    assert.equal(await sessions.isTokenRevoked(demo.id, 'j1'), true);
    assert.equal(await sessions.isTokenRevoked(demo.id, 'j2'), false);
    assert.equal(await sessions.isTokenRevoked('other', 'j1'), false);
    await sessions.forgetExpiredTokens(new Map([[demo.id, 99]]));
    assert.equal(await sessions.isTokenRevoked(demo.id, 'j1'), true);
    await sessions.forgetExpiredTokens(new Map([[demo.id, 100]]));
    assert.equal(await sessions.isTokenRevoked(demo.id, 'j1'), false);
    assert.equal(await sessions.revokeToken(demo.id, 'j1', 200), true);
  });
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

function testCaptures(checkWithDemo: Check): void {
  checkWithDemo('captured sessions and revoked tokens are restored as they were', async ({ sessions }) => {
    await sessions.create(joined);
    await sessions.create(createSession('s2'));
    await sessions.revokeToken(demo.id, 'j1', 9e15);
    const captured = await sessions.capture(demo.id);
    await touch(sessions);
    await sessions.remove(demo.id, 's2');
    await sessions.forgetExpiredTokens(new Map([[demo.id, 9e15]]));
    await sessions.restore(demo.id, captured);
    assert.deepEqual(await sessions.find(demo.id, 's1'), joined);
    assert.deepEqual((await sessions.capture(demo.id)).revoked, { j1: 9e15 });
    const listed = await collect(sessions.list(demo.id, { userId: alice.id }));
    assert.deepEqual(listed.map(({ id }) => id).sort(), ['s1', 's2']);
    assert.deepEqual(await sessions.capture('nowhere'), { sessions: [], revoked: {} });
  });
}
