import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { startFaultyLink } from '../../../tools/faulty-link.mjs';
import type { Store } from '../store.ts';
import { demo } from '../testing/sample-realm.ts';
import { createDatabase } from './database.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import { withServer, withTwoServers } from './testing/servers.ts';
import { usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

/** Waits until a server knows a realm by this name; the test's own time limit ends it otherwise. */
async function untilKnown({ realms }: Store, name: string): Promise<void> {
  while (realms.find(name) === undefined) await sleep(5);
}

check('changes are seen by every server where the database does not announce them', (given) =>
  withTwoServers(
    given,
    async ({ first, second }) => {
      await first.realms.create(demo, []);
      assert.deepEqual(second.realms.find('demo'), demo);
      await second.realms.update('demo', (realm) => ({ ...realm, displayName: 'New' }));
      assert.equal(first.realms.find('demo')?.displayName, 'New');
    },
    { canNotify: false },
  ),
);

check('a server whose announcements are cut off still learns of changes, and listens again', (given) =>
  withTwoServers(given, async ({ first, second }) => {
    await first.realms.create(demo, []);
    const cut = () =>
      given.cluster.query(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'",
      );
    for (const name of ['a', 'b', 'c']) {
      await cut();
      await first.realms.update('demo', (realm) => ({ ...realm, displayName: name }));
      await first.realms.create({ id: name, realm: name }, []);
      await untilKnown(second, name);
      assert.equal(second.realms.find('demo')?.displayName, name);
    }
  }),
);

check(
  'a server whose listening connection has fallen silent without notice still learns of changes',
  async (given) => {
    const link = await startFaultyLink(given.cluster.port);
    const settings = given.newSettings();
    const open = (port: number) => openPostgresStore({ ...settings, port }, { log: silentLogger });
    const first = await open(settings.port);
    const second = await open(link.port);
    assert.equal(link.silence('LISTEN'), 1);
    for (const name of ['a', 'b', 'c']) {
      await first.realms.create({ id: name, realm: name }, []);
      await untilKnown(second, name);
    }
    await second.close();
    await first.close();
    await link.stop();
  },
);

check('a server learns what has changed while its database was away', (given) =>
  withTwoServers(given, async ({ first, second }) => {
    await first.realms.create(demo, []);
    await given.cluster.halt();
    await assert.rejects(
      first.realms.update('demo', (realm) => ({ ...realm, realm: 'new' })),
      {
        name: 'StorageError',
      },
    );
    // Realms are in memory, so they are served meanwhile.
    assert.deepEqual(second.realms.find('demo'), demo);
    await given.cluster.resume();
    await first.realms.update('demo', (realm) => ({ ...realm, realm: 'new' }));
    await untilKnown(second, 'new');
    await second.realms.remove('new');
    assert.deepEqual(first.realms.list(), []);
  }),
);

check('a server that has ended without a farewell does not keep others from changing realms', (given) =>
  withServer(given, async (store, settings) => {
    await usingDatabase(settings, async (database) => {
      const text = `INSERT INTO servers (id, seen_at, version)
        VALUES (gen_random_uuid(), (extract(epoch FROM now()) * 1000)::BIGINT, 0)`;
      await database.run({ name: '', text });
      await store.realms.create(demo, []);
      await store.realms.update('demo', (realm) => ({ ...realm, displayName: 'New' }));
      assert.equal(store.realms.find('demo')?.displayName, 'New');
    });
  }),
);

check('a server leaves nothing behind when it is closed', async (given) => {
  const settings = given.newSettings();
  const store = await openPostgresStore(settings, { log: silentLogger });
  await store.close();
  await usingDatabase(settings, async (database) => {
    assert.deepEqual(await database.query({ name: '', text: 'SELECT id FROM servers' }), []);
  });
  const { user } = given.cluster;
  const count = `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'understudy-test' AND usename = '${user}'`;
  while ((await given.cluster.query(count)) !== '0') await sleep(5);
});

check('a server that others have taken for ended registers again', (given) =>
  withTwoServers(given, async ({ first, second, settings }) => {
    const database = createDatabase(settings, silentLogger);
    const idsOf = async () =>
      (await database.query<{ id: string }>({ name: '', text: 'SELECT id FROM servers' })).map(
        ({ id }) => id,
      );
    const before = await idsOf();
    await database.run({ name: '', text: 'DELETE FROM servers' });
    while ((await idsOf()).length < 2) await sleep(20);
    assert.deepEqual((await idsOf()).sort(), before.sort());
    await database.close();
    await first.realms.create(demo, []);
    assert.deepEqual(second.realms.find('demo'), demo);
  }),
);
