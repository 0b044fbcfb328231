import assert from 'node:assert/strict';
import { OptionError } from '#protocol/errors/option-error.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { alice, demo } from '../testing/sample-realm.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { withServer } from './testing/servers.ts';
import { usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const open = (settings: PostgresSettings) => openPostgresStore(settings, { log: silentLogger });

const refused =
  (option: string, problem: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof OptionError, String(error));
    assert.equal(error.option, option);
    assert.match(error.message, problem);
    assert.equal(error.exitCode, 1);
    return true;
  };

check('db-url: a database that is not there is refused, and its cause is kept', async (given) => {
  const settings = given.newSettings({ port: 1 });
  await assert.rejects(open(settings), (error) => {
    refused('db-url', /nothing listens on 127\.0\.0\.1, port 1/)(error);
    assert.equal((error as { cause?: { code?: string } }).cause?.code, 'ECONNREFUSED');
    return true;
  });
  await assert.rejects(open(given.newSettings({ database: 'elsewhere' })), refused('db-url', /elsewhere/));
});

check('db-url: tables of a newer version are refused, and stay as they are', async (given) => {
  const settings = given.newSettings();
  await (await open(settings)).close();
  await usingDatabase(settings, async (database) => {
    await database.run({ name: '', text: 'UPDATE schema_version SET version = 99' });
    await assert.rejects(open(settings), refused('db-url', /a newer version of Understudy/));
    assert.deepEqual(await database.query({ name: '', text: 'SELECT version FROM schema_version' }), [
      { version: 99 },
    ]);
  });
});

check('db-username: a role that may not create the tables is refused', async (given) => {
  await given.cluster.query('CREATE ROLE visitor LOGIN');
  await assert.rejects(
    open(given.newSettings({ user: 'visitor' })),
    refused('db-username', /visitor may not/),
  );
});

check('several servers that start at once on an empty database share it', async (given) => {
  const settings = given.newSettings();
  const stores = await Promise.all(Array.from({ length: 4 }, () => open(settings)));
  await stores[0]?.realms.create(demo, [alice]);
  for (const { realms, users } of stores) {
    assert.deepEqual(realms.find('demo'), demo);
    assert.deepEqual(await users.findByUsername(demo.id, 'alice'), alice);
  }
  await Promise.all(stores.map((store) => store.close()));
});

check(
  'issue "State in PostgreSQL" 4: the first start is made by one server, and the others find what it has made',
  async (given) => {
    const settings = given.newSettings();
    const stores = await Promise.all(Array.from({ length: 3 }, () => open(settings)));
    let running = 0;
    const made = await Promise.all(
      stores.map(({ alone, realms }) =>
        alone(async () => {
          running += 1;
          assert.equal(running, 1);
          const isNew = realms.find('demo') === undefined;
          if (isNew) await realms.create(demo, [alice]);
          running -= 1;
          return isNew;
        }),
      ),
    );
    assert.equal(made.filter(Boolean).length, 1);
    const [first, second] = stores;
    await assert.rejects(
      first?.alone(() => Promise.reject(new Error('stopped'))) ?? assert.fail(),
      /stopped/,
    );
    assert.equal(await second?.alone(async () => 'next'), 'next');
    await Promise.all(stores.map((store) => store.close()));
  },
);

check('a database that is restarted is used again without opening it', (given) =>
  withServer(given, async ({ realms, users, saveGate, flush }) => {
    await realms.create(demo, [alice]);
    for (const how of ['orderly', 'crash'] as const) {
      await given.cluster.halt(how);
      const failing = users.update(demo.id, 'u1', (user) => ({ ...user, firstName: 'lost' }));
      await assert.rejects(failing, { name: 'StorageError' });
      await given.cluster.resume();
      assert.deepEqual(await users.find(demo.id, 'u1'), alice);
    }
    assert.equal(saveGate.settle(saveGate.mark()), undefined);
    await flush();
  }),
);

check('a pool with one connection serves many requests at once', (given) =>
  withServer({ ...given, newSettings: () => given.newSettings({ poolMaxSize: 1 }) }, async (store) => {
    await store.realms.create(demo, [alice]);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        store.users.update(demo.id, 'u1', (user) => ({ ...user, notBefore: index })),
      ),
    );
    assert.ok((await store.users.find(demo.id, 'u1'))?.notBefore !== undefined);
  }),
);
