import assert from 'node:assert/strict';
import { createMovableClock } from '#protocol/clock.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import type { RealmValue, Store } from '../store.ts';
import { createDatabase, type Database } from './database.ts';
import { Sweeper } from './sweeper.ts';
import { withServer } from './testing/servers.ts';
import { type TestDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const NOW = 1_000_000_000;
const clock = createMovableClock({ now: () => NOW });

const COUNT = {
  name: 'count',
  text: 'SELECT realm_id, count(*) AS count FROM expiring_values GROUP BY realm_id',
};

async function countsOf(database: Database): Promise<Record<string, number>> {
  const rows = await database.query<{ realm_id: string; count: number }>(COUNT);
  return Object.fromEntries(rows.map(({ realm_id, count }) => [realm_id, count]));
}

/** Values of realms with different clocks, each with an expiry in `expiries`. */
const withRealms = (
  given: TestDatabase,
  run: (
    database: Database,
    store: Store,
    put: (expiries: readonly number[]) => Promise<void>,
  ) => Promise<void>,
) =>
  withServer(given, async (store, settings) => {
    const names = ['machine', 'ahead', 'behind', 'frozen'];
    for (const realm of names) await store.realms.create({ id: realm, realm }, []);
    await store.realms.setClock('ahead', () => ({ offsetMs: 500_000 }));
    await store.realms.setClock('behind', () => ({ offsetMs: -500_000 }));
    await store.realms.setClock('frozen', () => ({ frozenAt: 1000 }));
    const values = store.createExpiringStore<RealmValue>('code');
    const database = createDatabase(settings, silentLogger);
    try {
      await run(database, store, async (expiries) => {
        for (const realmId of [...names, 'gone'])
          for (const expiresAt of expiries) await values.put(`c${expiresAt}`, { realmId }, expiresAt, 0);
      });
    } finally {
      await database.close();
    }
  });

check('values are removed once their realm’s time is up, whatever its clock shows', (given) =>
  withRealms(given, async (database, _store, put) => {
    await put([0, 900, NOW - 400_000, NOW - 100_000, NOW + 400_000, NOW + 900_000]);
    await new Sweeper(database, clock, silentLogger).sweep();
    assert.deepEqual(await countsOf(database), { machine: 2, gone: 2, ahead: 1, behind: 4, frozen: 4 });
  }),
);

check('values that have just expired are kept, because the clocks of servers may differ', (given) =>
  withRealms(given, async (database, _store, put) => {
    await put([NOW, NOW - 59_000]);
    await new Sweeper(database, clock, silentLogger).sweep();
    assert.equal((await countsOf(database))['machine'], 2);
  }),
);

check('a sweep removes more than one batch, and several at once do not disturb each other', (given) =>
  withRealms(given, async (database) => {
    const text = `INSERT INTO expiring_values (kind, realm_id, id, used, expires_at, data)
      SELECT 'code', 'machine', n::TEXT, FALSE, 0, '{}' FROM generate_series(1, 2500) AS n`;
    await database.run({ name: '', text });
    const sweep = () => new Sweeper(database, clock, silentLogger).sweep();
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    assert.deepEqual(await countsOf(database), {});
  }),
);

check('of several servers, one sweeps, and the next sweep is due after half a minute', (given) =>
  withRealms(given, async (database, _store, put) => {
    const later = createMovableClock({ now: () => NOW });
    const servers = [new Sweeper(database, later, silentLogger), new Sweeper(database, later, silentLogger)];
    const sweepAll = () => Promise.all(servers.map((server) => server.sweepIfDue()));
    const left = async () => (await countsOf(database))['machine'] ?? 0;
    await put([0]);
    await sweepAll();
    assert.equal(await left(), 0);
    await put([1]);
    later.setOffsetMs(29_999);
    await sweepAll();
    assert.equal(await left(), 1);
    later.setOffsetMs(30_000);
    await sweepAll();
    assert.equal(await left(), 0);
  }),
);

check('what is noted of removed realms is forgotten after a day', (given) =>
  withServer(
    given,
    async (store, settings) => {
      const database = createDatabase(settings, silentLogger);
      const count = async () =>
        (await database.query({ name: '', text: 'SELECT 1 FROM removed_realms' })).length;
      await store.realms.create({ id: 'a', realm: 'a' }, []);
      await store.realms.remove('a');
      const later = createMovableClock({ now: () => NOW });
      const sweeper = new Sweeper(database, later, silentLogger);
      later.setOffsetMs(86_400_000);
      await sweeper.sweep();
      assert.equal(await count(), 1);
      later.setOffsetMs(86_400_001);
      await sweeper.sweep();
      assert.equal(await count(), 0);
      await database.close();
    },
    { clock },
  ),
);
