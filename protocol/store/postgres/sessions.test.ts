import assert from 'node:assert/strict';
import type { UserSession } from '../store.ts';
import { alice, bob, demo } from '../testing/sample-realm.ts';
import { race, type TwoServers, withTwoServers } from './testing/servers.ts';
import { type TestDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

function session(id: string, changes: Partial<UserSession> = {}): UserSession {
  return {
    id,
    realmId: demo.id,
    userId: alice.id,
    username: 'alice',
    offline: false,
    startedAt: 1,
    lastAccessAt: 0,
    authenticatedAt: 3,
    rememberMe: false,
    ipAddress: '127.0.0.1',
    flow: 'f',
    clients: {},
    ...changes,
  };
}

const at = { realmId: demo.id, id: 's1' };

const withDemo = (given: TestDatabase, run: (servers: TwoServers) => Promise<void>) =>
  withTwoServers(given, async (servers) => {
    await servers.first.realms.create(demo, [alice, bob]);
    await run(servers);
  });

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

function touched(known: UserSession | undefined): UserSession {
  return { ...(known ?? assert.fail()), lastAccessAt: (known?.lastAccessAt ?? 0) + 1 };
}

check('changes of one session by several servers are all applied', (given) =>
  withDemo(given, async (servers) => {
    await servers.first.sessions.create(session('s1'));
    const results = await race(servers, ({ sessions }) =>
      sessions.update(at, (known) => ({ session: touched(known), result: known?.lastAccessAt })),
    );
    assert.equal(new Set(results).size, 20);
    assert.equal((await servers.second.sessions.find(demo.id, 's1'))?.lastAccessAt, 20);
  }),
);

check('RFC 9700 §4.14.2: of uses of a refresh token at several servers, one is the first', (given) =>
  withDemo(given, async (servers) => {
    await servers.first.sessions.create(session('s1'));
    const reused = await race(servers, ({ sessions }) =>
      sessions.update({ ...at, jti: 'j1' }, (known, isRevoked) => ({
        session: touched(known),
        revoked: { j1: 9e15 },
        result: isRevoked,
      })),
    );
    assert.equal(reused.filter((isReuse) => !isReuse).length, 1);
    assert.equal(await servers.second.sessions.isTokenRevoked(demo.id, 'j1'), true);
  }),
);

check('RFC 9700 §4.14.2: that holds when the session stays as it is, and when there is none', (given) =>
  withDemo(given, async (servers) => {
    await servers.first.sessions.create(session('s1'));
    for (const [id, jti] of [
      ['s1', 'j1'],
      ['none', 'j2'],
    ] as const) {
      const reused = await race(servers, ({ sessions }) =>
        sessions.update({ realmId: demo.id, id, jti }, (_known, isRevoked) => ({
          revoked: { [jti]: 9e15, [`${jti}-other`]: 9e15 },
          result: isRevoked,
        })),
      );
      assert.equal(reused.filter((isReuse) => !isReuse).length, 1, id);
      assert.equal(await servers.first.sessions.isTokenRevoked(demo.id, `${jti}-other`), true);
    }
  }),
);

check('of several servers that end a session, one gets it', (given) =>
  withDemo(given, async (servers) => {
    await servers.first.sessions.create(session('s1'));
    const removed = await race(servers, ({ sessions }, index) =>
      index % 4 < 2
        ? sessions.remove(demo.id, 's1')
        : sessions.update(at, (known) =>
            known === undefined ? { result: undefined } : { session: 'ended', result: known },
          ),
    );
    assert.deepEqual(
      removed.filter((known) => known !== undefined),
      [session('s1')],
    );
  }),
);

check('of several servers that create a session by a change, one does', (given) =>
  withDemo(given, async (servers) => {
    const created = await race(servers, ({ sessions }) =>
      sessions.update(at, (known) =>
        known === undefined ? { session: session('s1'), result: true } : { result: false },
      ),
    );
    assert.equal(created.filter((isFirst) => isFirst).length, 1);
  }),
);

check(
  'a session that another server changes during a change is changed again, with what that has stored',
  (given) =>
    withDemo(given, async ({ first, second }) => {
      await first.sessions.create(session('s1'));
      let other: Promise<unknown> | undefined;
      const touch = () =>
        second.sessions.update(at, (known) => ({ session: { ...touched(known), flow: 'other' }, result: 0 }));
      await first.sessions.update(at, (known) => {
        other ??= touch();
        return { session: touched(known), result: 0 };
      });
      await other;
      const stored = await first.sessions.find(demo.id, 's1');
      assert.equal(stored?.lastAccessAt, 2);
      assert.equal(stored?.flow, 'other');
    }),
);

check('a session that ends at another server during a change is not brought back', (given) =>
  withDemo(given, async (servers) => {
    const { first, second } = servers;
    for (let round = 0; round < 10; round += 1) {
      await first.sessions.create(session('s1'));
      const [removed] = await Promise.all([
        second.sessions.remove(demo.id, 's1'),
        first.sessions.update(at, (known) =>
          known === undefined ? { result: 0 } : { session: touched(known), result: 0 },
        ),
      ]);
      assert.ok(removed !== undefined);
      assert.equal(await first.sessions.find(demo.id, 's1'), undefined);
    }
  }),
);

check('a session that was used at another server since it was read is not discarded', (given) =>
  withDemo(given, async ({ first, second }) => {
    await first.sessions.create(session('s1'));
    const known = (await first.sessions.find(demo.id, 's1')) ?? assert.fail();
    await second.sessions.update(at, (given) => ({ session: touched(given), result: 0 }));
    assert.equal(await first.sessions.discard(known), false);
    assert.equal(await first.sessions.discard(structuredClone(known)), false);
    const listed = await collect(second.sessions.list(demo.id));
    assert.equal(await first.sessions.discard(listed[0] ?? assert.fail()), true);
    assert.equal(await second.sessions.discard(listed[0] ?? assert.fail()), false);
  }),
);

check('sessions are listed by user, client and kind, across batches, in the order of their start', (given) =>
  withDemo(given, async ({ first, second }) => {
    const sessions = Array.from({ length: 1100 }, (_, index) =>
      session(`s${String(index).padStart(4, '0')}`, {
        startedAt: 5000 - index,
        userId: index % 2 === 0 ? alice.id : bob.id,
        offline: index % 3 === 0,
        clients:
          index % 5 === 0 ? { c1: { clientUuid: 'c1', startedAt: 1, lastRefreshAt: 1, scope: '' } } : {},
      }),
    );
    await first.sessions.restore(demo.id, { sessions, revoked: {} });
    const listed = await collect(second.sessions.list(demo.id));
    assert.deepEqual(listed, sessions.toReversed());
    const query = { userId: alice.id, clientUuid: 'c1', offline: true };
    assert.equal((await collect(second.sessions.list(demo.id, query))).length, 37);
    assert.equal((await collect(second.sessions.list(demo.id, { clientUuid: 'c' }))).length, 0);
    assert.deepEqual((await second.sessions.capture(demo.id)).sessions, listed);
  }),
);

check('late requests of a realm that is gone leave nothing behind, and do not fail', (given) =>
  withDemo(given, async ({ first, second }) => {
    await first.realms.replace(demo, []);
    await second.sessions.create(session('s1'));
    assert.equal((await first.sessions.find(demo.id, 's1'))?.id, 's1');
    await first.realms.remove('demo');
    await second.sessions.create(session('s2'));
    assert.equal(await second.sessions.revokeToken(demo.id, 'j', 9), false);
    const create = () => ({ session: session('s3'), result: 'made' });
    assert.equal(await second.sessions.update({ ...at, id: 's3' }, create), 'made');
    await first.realms.create(demo, []);
    assert.deepEqual(await collect(second.sessions.list(demo.id)), []);
    assert.equal(await second.sessions.isTokenRevoked(demo.id, 'j'), false);
  }),
);

check('ids and tokens with any characters and of any length are kept apart', (given) =>
  withDemo(given, async ({ first, second }) => {
    const ids = ['a\u0000', 'a', 'x'.repeat(9000), `${'x'.repeat(9000)}y`];
    for (const id of ids) await first.sessions.create(session(id, { username: `\u0000${id.length}` }));
    for (const id of ids)
      assert.equal((await second.sessions.find(demo.id, id))?.username, `\u0000${id.length}`);
    assert.equal(await second.sessions.find(demo.id, 'a\u0001'), undefined);
    const long = 'x'.repeat(9000);
    assert.equal(await first.sessions.revokeToken(demo.id, long, 9), true);
    assert.equal(await second.sessions.isTokenRevoked(demo.id, `${long}z`), false);
  }),
);

check('expired revocations are forgotten, however many there are', (given) =>
  withDemo(given, async ({ first, second }) => {
    const tokens = Array.from({ length: 2500 }, (_, index) => [`j${index}`, index < 2400 ? 10 : 20]);
    await first.sessions.restore(demo.id, { sessions: [], revoked: Object.fromEntries(tokens) });
    const forget = ({ sessions }: typeof first) => sessions.forgetExpiredTokens(new Map([[demo.id, 10]]));
    await Promise.all([forget(first), forget(second)]);
    await forget(first);
    const { revoked } = await first.sessions.capture(demo.id);
    assert.equal(Object.keys(revoked).length, 100);
    assert.ok(Object.values(revoked).every((expiresAt) => expiresAt === 20));
  }),
);
