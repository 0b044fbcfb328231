import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { collect } from '../collect.ts';
import type { SessionStore, Store, UserSession } from '../store.ts';
import { demo } from '../testing/sample-realm.ts';
import { createSession } from '../testing/sample-session.ts';
import { testSessions } from '../testing/session-conformance.ts';
import { createDatabase } from './database.ts';
import { migrate } from './migrations.ts';
import { createPostgresSessions } from './postgres-sessions.ts';
import { type TestDatabase, withDatabase } from './testing/test-database.ts';

const databaseTest = withDatabase();

const ADD_REALM = {
  name: '',
  text: `INSERT INTO realms (key, id, name, position, version, unique_emails, data)
    VALUES ($1, $2, $2, 1, 1, TRUE, '{}')`,
};

/** The sessions of one realm, as two servers on one database see them. */
async function withServers(
  { newSettings }: TestDatabase,
  run: (first: SessionStore, second: SessionStore, removeRealm: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const settings = newSettings();
  const databases = [createDatabase(settings, silentLogger), createDatabase(settings, silentLogger)] as const;
  const [database] = databases;
  const key = randomUUID();
  const keyOf = (id: string): string | undefined => (id === demo.id ? key : undefined);
  try {
    await migrate(database);
    await database.run(ADD_REALM, key, demo.id);
    const [first, second] = databases.map((each) => createPostgresSessions(each, { keyOf }));
    assert.ok(first !== undefined && second !== undefined);
    await run(first, second, () => database.run({ name: '', text: 'DELETE FROM realms' }));
  } finally {
    for (const each of databases) await each.close();
  }
}

testSessions((title, run) => {
  databaseTest(`PostgreSQL: ${title}`, (given) =>
    withServers(given, async (sessions) => run({ sessions } as Store)),
  );
});

const SECTION = 'issue "State in PostgreSQL" 2';
const at = { realmId: demo.id, id: 's1' };

const counted = (session: UserSession | undefined): { session: UserSession; result: number } => {
  assert.ok(session);
  const lastAccessAt = session.lastAccessAt + 1;
  return { session: { ...session, lastAccessAt }, result: lastAccessAt };
};

databaseTest(`${SECTION}: changes of one session by two servers all count, each once`, (given) =>
  withServers(given, async (first, second) => {
    await first.create(createSession('s1', { lastAccessAt: 0 }));
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? first : second).update(at, counted)),
    );
    assert.deepEqual(
      [...results].sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    assert.equal((await second.find(demo.id, 's1'))?.lastAccessAt, 20);
  }),
);

databaseTest(`RFC 9700 §4.14.2: of two servers that get one refresh token, one uses it`, (given) =>
  withServers(given, async (first, second) => {
    await first.create(createSession('s1', { lastAccessAt: 0 }));
    const use = (sessions: SessionStore): Promise<boolean> =>
      sessions.update({ ...at, jti: 'token' }, (session, isRevoked) =>
        isRevoked ? { result: false } : { ...counted(session), revoked: { token: 1e15 }, result: true },
      );
    const uses = await Promise.all([first, second, first, second, second, first].map(use));
    assert.equal(uses.filter(Boolean).length, 1);
    assert.equal((await first.find(demo.id, 's1'))?.lastAccessAt, 1);
    assert.deepEqual((await second.capture(demo.id)).revoked, { token: 1e15 });
  }),
);

databaseTest(
  `${SECTION}: of two servers that end one session, one gets it, and nobody changes it after`,
  (given) =>
    withServers(given, async (first, second) => {
      await first.create(createSession('s1'));
      const ended = await Promise.all([first, second, first].map((each) => each.remove(demo.id, 's1')));
      assert.equal(ended.filter((session) => session !== undefined).length, 1);
      assert.equal(await second.update(at, (session) => ({ result: session })), undefined);
    }),
);

databaseTest(`${SECTION}: two servers create one session of an id, and the other one changes it`, (given) =>
  withServers(given, async (first, second) => {
    const join = (sessions: SessionStore): Promise<number> =>
      sessions.update(at, (session) =>
        session === undefined
          ? { session: createSession('s1', { lastAccessAt: 1 }), result: 1 }
          : counted(session),
      );
    const results = await Promise.all([first, second, second, first].map(join));
    assert.deepEqual([...results].sort(), [1, 2, 3, 4]);
  }),
);

databaseTest(`RFC 7009 §2.1: of two servers that revoke one token, one is the first`, (given) =>
  withServers(given, async (first, second) => {
    const revoked = await Promise.all([first, second].map((each) => each.revokeToken(demo.id, 'j', 9)));
    assert.deepEqual([...revoked].sort(), [false, true]);
    assert.equal(await second.isTokenRevoked(demo.id, 'j'), true);
  }),
);

databaseTest(`${SECTION}: a session that another server has used is not discarded`, (given) =>
  withServers(given, async (first, second) => {
    await first.create(createSession('s1', { lastAccessAt: 0 }));
    const known = await first.find(demo.id, 's1');
    assert.ok(known);
    await second.update(at, counted);
    assert.equal(await first.discard(known), false);
    const newest = await first.find(demo.id, 's1');
    assert.ok(newest);
    assert.equal(await first.discard(newest), true);
    assert.equal(await second.find(demo.id, 's1'), undefined);
  }),
);

databaseTest(`${SECTION}: what a late request keeps of a removed realm is nowhere, and no error`, (given) =>
  withServers(given, async (sessions, _second, removeRealm) => {
    await sessions.create(createSession('s1'));
    await removeRealm();
    await sessions.create(createSession('s2'));
    assert.equal(
      await sessions.update({ ...at, id: 's3' }, () => ({ session: createSession('s3'), result: 'done' })),
      'done',
    );
    assert.equal(await sessions.revokeToken(demo.id, 'j', 9), true);
    assert.deepEqual(await collect(sessions.list(demo.id)), []);
    assert.equal(await sessions.isTokenRevoked(demo.id, 'j'), false);
    assert.equal(await sessions.remove('nobody', 's1'), undefined);
  }),
);

databaseTest(
  `${SECTION}: a thousand sessions are listed in batches, by user and client, each once`,
  (given) =>
    withServers(given, async (sessions) => {
      await sessions.restore(demo.id, {
        sessions: Array.from({ length: 1100 }, (_, index) =>
          createSession(`s${index}`, { userId: index % 11 === 0 ? 'u1' : 'u2', startedAt: index % 3 }),
        ),
        revoked: { a: 1, b: 2 },
      });
      const all = await collect(sessions.list(demo.id));
      assert.equal(new Set(all.map(({ id }) => id)).size, 1100);
      assert.equal((await collect(sessions.list(demo.id, { userId: 'u1' }))).length, 100);
      assert.equal((await collect(sessions.list(demo.id, { userId: 'u1', offline: true }))).length, 0);
      assert.equal((await collect(sessions.list(demo.id, { clientUuid: 'none' }))).length, 0);
      await sessions.forgetExpiredTokens(demo.id, 1);
      assert.deepEqual((await sessions.capture(demo.id)).revoked, { b: 2 });
    }),
);
