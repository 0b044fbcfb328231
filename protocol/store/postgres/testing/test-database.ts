// Databases for tests: one cluster for each test file, one schema for each test.
import { after, before, test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import {
  type PostgresCluster,
  type PostgresOptions,
  startPostgres,
  whyNoPostgres,
} from '../../../../tools/postgres.mjs';
import { createDatabase, type Database } from '../database.ts';
import type { PostgresSettings } from '../postgres-settings.ts';

/** The database of a test file. */
export interface TestDatabase {
  readonly cluster: PostgresCluster;
  /** Settings with a schema that nothing uses yet. */
  newSettings(changes?: Partial<PostgresSettings>): PostgresSettings;
}

/** Registers a test that needs a database; without PostgreSQL it is skipped. */
export type DatabaseTest = (title: string, run: (given: TestDatabase) => Promise<void>) => void;

/** Starts a cluster before the tests of this file and stops it after them. */
export function withDatabase(options?: PostgresOptions): DatabaseTest {
  const skip = whyNoPostgres() ?? false;
  let cluster: PostgresCluster | undefined;
  let schemas = 0;
  before(async () => {
    if (skip === false) cluster = await startPostgres(options);
  });
  after(() => cluster?.stop());
  return (title, run) => {
    test(title, { skip }, async () => {
      if (cluster === undefined) throw new TypeError('the database has not been started');
      const { host, port, database, user, password } = cluster;
      const newSettings = (changes: Partial<PostgresSettings> = {}): PostgresSettings => {
        schemas += 1;
        const schema = `Test ${schemas}`;
        const applicationName = 'understudy-test';
        const tls = {
          mode: 'disable',
          authorities: undefined,
          certificate: undefined,
          key: undefined,
        } as const;
        return {
          host,
          port,
          database,
          user,
          password,
          schema,
          poolMaxSize: 8,
          tls,
          applicationName,
          ...changes,
        };
      };
      await run({ cluster, newSettings });
    });
  };
}

/** Opens a database for the time of `run`. */
export async function usingDatabase(
  settings: PostgresSettings,
  run: (database: Database) => Promise<void>,
): Promise<void> {
  const database = createDatabase(settings, silentLogger);
  try {
    await run(database);
  } finally {
    await database.close();
  }
}
