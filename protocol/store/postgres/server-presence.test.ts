import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createDatabase, type Database } from './database.ts';
import { migrate } from './migrations.ts';
import { ServerPresence } from './server-presence.ts';
import { type TestDatabase, usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const ADVANCE = { name: 'advance', text: 'UPDATE realm_changes SET version = $1' };

const withServers = (
  given: TestDatabase,
  run: (database: Database, first: ServerPresence, second: ServerPresence) => Promise<void>,
) =>
  usingDatabase(given.newSettings(), async (database) => {
    await migrate(database);
    await run(database, new ServerPresence(database), new ServerPresence(database));
  });

check('a change waits for the servers that have registered and do not know it', (given) =>
  withServers(given, async (database, first, second) => {
    await first.register();
    assert.equal(await first.countOthers(database, 1), 0);
    await second.register();
    assert.equal(await first.countOthers(database, 1), 1);
    await second.report(1);
    assert.equal(await first.countOthers(database, 1), 0);
    assert.equal(await first.countOthers(database, 2), 1);
    assert.equal(await second.countOthers(database, 1), 1);
    await second.unregister();
    assert.equal(await first.countOthers(database, 2), 0);
  }),
);

check('waiting ends when the other server knows the change', (given) =>
  withServers(given, async (database, first, second) => {
    await first.register();
    await second.register();
    const [, count] = await Promise.all([
      second.report(5),
      first.waitForOthers(5).then(() => first.countOthers(database, 5)),
    ]);
    assert.equal(count, 0);
  }),
);

check('waiting ends without a server that does not answer', (given) =>
  withServers(given, async (database, first, second) => {
    await first.register();
    await second.register();
    await first.waitForOthers(5);
    assert.equal(await first.countOthers(database, 5), 1);
  }),
);

check('a report returns the newest change, and registers a server that has been removed', (given) =>
  withServers(given, async (database, first, second) => {
    await first.register();
    await database.run(ADVANCE, 9);
    assert.equal(await first.report(3), 9);
    await second.unregister();
    assert.equal(await second.report(3), 3);
    assert.equal(await second.report(3), 9);
  }),
);

check('a server that has not reported for long counts as ended, and is removed', (given) =>
  withServers(given, async (database, first, second) => {
    await first.register();
    await second.register();
    const age = (ms: number) =>
      database.run({ name: '', text: `UPDATE servers SET seen_at = seen_at - ${ms}` });
    await age(5000);
    assert.equal(await first.countOthers(database, 1), 0);
    await first.removeEnded();
    const count = async () => (await database.query({ name: '', text: 'SELECT 1 FROM servers' })).length;
    assert.equal(await count(), 2);
    await age(40_000);
    await first.removeEnded();
    assert.equal(await count(), 0);
  }),
);

check(
  'a report finds the others that have reported, except those that are silent while this one reports',
  (given) =>
    withServers(given, async (database, first, second) => {
      await first.register();
      await second.register();
      await first.report(1);
      assert.deepEqual(first.others, [second.id]);
      await database.run(
        { name: '', text: `UPDATE servers SET seen_at = seen_at - 5000 WHERE id = $1` },
        second.id,
      );
      await first.report(1);
      assert.deepEqual(first.others, []);
      await second.report(1);
      await first.report(1);
      assert.deepEqual(first.others, [second.id]);
      await second.unregister();
      await first.report(1);
      assert.deepEqual(first.others, []);
    }),
);

check('if the machine has paused, no server counts as ended', (given) =>
  withServers(given, async (database, first, second) => {
    await first.register();
    await second.register();
    await database.run({ name: '', text: 'UPDATE servers SET seen_at = seen_at - 60000' });
    await first.report(1);
    assert.deepEqual(first.others, [second.id]);
    // It did not continue after the pause.
    await first.report(1);
    assert.deepEqual(first.others, []);
  }),
);

check('a server registers only after a change that is being made', (given) =>
  withServers(given, async (database, first) => {
    let isRegistered = false;
    let registering: Promise<void> = Promise.resolve();
    const other = createDatabase(database.settings, silentLogger);
    await other.transaction(async (queries) => {
      await queries.run(ADVANCE, 1);
      registering = first.register().then(() => {
        isRegistered = true;
      });
      // It is waiting for the lock once the database says so.
      const text = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
      while ((await other.query({ name: '', text })).length === 0) await sleep(5);
      assert.equal(isRegistered, false);
    });
    await registering;
    assert.equal(isRegistered, true);
    await other.close();
  }),
);
