import assert from 'node:assert/strict';
import type { RealmRecord } from '../record-list.ts';
import { migrate } from './migrations.ts';
import { createPostgresRecords } from './record-lists.ts';
import { race, withTwoServers } from './testing/servers.ts';
import { usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

check('of too many records, the oldest are dropped', (given) =>
  usingDatabase(given.newSettings(), async (database) => {
    await migrate(database);
    const list = createPostgresRecords(database, 3).createRecordList<RealmRecord>('event');
    const record = (time: number, realmId = 'r') => ({ realmId, time });
    await list.add([record(1, 'other')]);
    await list.add(Array.from({ length: 600 }, (_, time) => record(time)));
    assert.deepEqual(
      await list.list('r'),
      [599, 598, 597].map((time) => record(time)),
    );
    assert.deepEqual(await list.list('other'), [record(1, 'other')]);
    const rows = await database.query<{ count: number }>({
      name: '',
      text: 'SELECT count(*) AS count FROM realm_records',
    });
    assert.deepEqual(rows, [{ count: 4 }]);
  }),
);

check('records that servers add at once are all listed on each', (given) =>
  withTwoServers(given, async (servers) => {
    await race(servers, (store, time) =>
      store.createRecordList<RealmRecord>('event').add([{ realmId: 'r', time }]),
    );
    for (const store of [servers.first, servers.second]) {
      const listed = await store.createRecordList<RealmRecord>('event').list('r');
      assert.deepEqual(
        listed.map(({ time }) => time).toSorted((a, b) => a - b),
        Array.from({ length: 20 }, (_, time) => time),
      );
    }
  }),
);
