// The conformance tests of sessions and revoked tokens.
import assert from 'node:assert/strict';
import { collect } from '../collect.ts';
import type { SessionQuery } from '../session-query.ts';
import type { ClientSession, SessionStore, UserSession } from '../store.ts';
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
  testKnown(checkWithDemo);
  testRefusedChanges(checkWithDemo);
  testRaces(checkWithDemo);
  testRevokedTokens(checkWithDemo);
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

function testKnown(checkWithDemo: Check): void {
  checkWithDemo('a change of a session that the caller has sees the newest state', async ({ sessions }) => {
    await sessions.create(joined);
    const touchKnown = (known: UserSession) =>
      sessions.update({ ...key, known }, (session) => {
        const touched = { ...(session ?? assert.fail()), lastAccessAt: (session?.lastAccessAt ?? 0) + 1 };
        return { session: touched, result: touched };
      });
    // As it was stored, as the last change has left it, and as it is no more.
    const second = await touchKnown(await touchKnown(joined));
    assert.equal(second.lastAccessAt, 4);
    assert.equal((await touchKnown(joined)).lastAccessAt, 5);
    const read = (await sessions.find(demo.id, 's1')) ?? assert.fail();
    assert.equal((await touchKnown(read)).lastAccessAt, 6);
    const results = await Promise.all(Array.from({ length: 10 }, () => touchKnown(read)));
    assert.equal(new Set(results.map(({ lastAccessAt }) => lastAccessAt)).size, 10);
    assert.equal((await sessions.find(demo.id, 's1'))?.lastAccessAt, 16);
    assert.equal((await touchKnown({ ...read })).lastAccessAt, 17);
  });
  checkWithDemo(
    'a session that the caller has and that has ended is not brought back',
    async ({ sessions }) => {
      await sessions.create(joined);
      await sessions.remove(demo.id, 's1');
      const seen = await sessions.update({ ...key, known: joined }, (session) =>
        session === undefined ? { result: 'ended' } : { session: { ...session, flow: 'g' }, result: 'kept' },
      );
      assert.equal(seen, 'ended');
      assert.equal(await sessions.find(demo.id, 's1'), undefined);
    },
  );
  checkWithDemo(
    'what the caller has decides neither a refusal nor whether a token is revoked',
    async ({ sessions }) => {
      await sessions.create(createSession('s1'));
      const known = (await sessions.find(demo.id, 's1')) ?? assert.fail();
      await sessions.update(key, () => ({ session: joined, revoked: { j1: 9e15 }, result: 0 }));
      const leave = (session: UserSession | undefined, isRevoked: boolean) => {
        if (session?.clients['c1'] === undefined) throw new RangeError('not in it');
        return { session: { ...session, flow: 'g' }, result: isRevoked };
      };
      assert.equal(await sessions.update({ ...key, known }, leave), false);
      assert.equal(await sessions.update({ ...key, known, jti: 'j1' }, leave), true);
      const other = createSession('s2');
      await sessions.create(other);
      assert.equal(await sessions.update({ ...key, known: other }, leave), false);
      assert.equal((await sessions.find(demo.id, 's2'))?.flow, 'f');
    },
  );
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
