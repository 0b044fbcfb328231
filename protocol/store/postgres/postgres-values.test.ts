import { silentLogger } from '#protocol/log/silent-logger.ts';
import type { Store } from '../store.ts';
import { testExpiringValues } from '../testing/expiring-conformance.ts';
import { createDatabase } from './database.ts';
import { migrate } from './migrations.ts';
import { createPostgresValues } from './postgres-values.ts';
import { withDatabase } from './testing/test-database.ts';

const databaseTest = withDatabase();

testExpiringValues((title, run) => {
  databaseTest(title, async ({ newSettings }) => {
    const database = createDatabase(newSettings(), silentLogger);
    await migrate(database);
    try {
      await run(createPostgresValues(database) as unknown as Store);
    } finally {
      await database.close();
    }
  });
});
