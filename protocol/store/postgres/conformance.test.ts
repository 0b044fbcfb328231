// Own process: more than a hundred stores are opened one after another.
import { after, before, test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { type PostgresCluster, startPostgres, whyNoPostgres } from '../../../tools/postgres.mjs';
import { testStore } from '../testing/conformance.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import type { PostgresSettings } from './postgres-settings.ts';

/** All tests use the same tables, which are emptied after each. */
const EMPTY = 'TRUNCATE realms, removed_realms, expiring_values, realm_records CASCADE';

function settingsOf({ host, port, database, user, password }: PostgresCluster): PostgresSettings {
  const tls = { mode: 'disable', authorities: undefined, certificate: undefined, key: undefined } as const;
  const applicationName = 'understudy-test';
  return { host, port, database, user, password, schema: 'public', poolMaxSize: 8, tls, applicationName };
}

const skip = whyNoPostgres();
if (skip !== undefined) test('a database conforms to the interfaces of the store', { skip });
else {
  let cluster: PostgresCluster | undefined;
  before(async () => {
    cluster = await startPostgres();
  });
  after(() => cluster?.stop());
  testStore('postgres', async () => {
    if (cluster === undefined) throw new TypeError('the database has not been started');
    const { query } = cluster;
    const store = await openPostgresStore(settingsOf(cluster), { log: silentLogger });
    return {
      store,
      async dispose() {
        await store.close();
        await query(EMPTY);
      },
    };
  });
}
