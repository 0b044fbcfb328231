// Several servers on one database, for tests of what they do to each other.

import { silentLogger } from '#protocol/log/silent-logger.ts';
import type { Store } from '../../store.ts';
import { openPostgresStore, type PostgresStoreOptions } from '../open-postgres-store.ts';
import type { PostgresSettings } from '../postgres-settings.ts';
import type { TestDatabase } from './test-database.ts';

/** The stores of two servers, and their database. */
export interface TwoServers {
  readonly first: Store;
  readonly second: Store;
  readonly settings: PostgresSettings;
}

/** Opens a database twice for the time of `run`. */
export async function withTwoServers(
  given: TestDatabase,
  run: (servers: TwoServers) => Promise<void>,
  options: Partial<PostgresStoreOptions> = {},
): Promise<void> {
  const settings = given.newSettings();
  const open = () => openPostgresStore(settings, { log: silentLogger, ...options });
  const first = await open();
  try {
    const second = await open();
    try {
      await run({ first, second, settings });
    } finally {
      await second.close();
    }
  } finally {
    await first.close();
  }
}

/** Opens a database once for the time of `run`. */
export async function withServer(
  given: TestDatabase,
  run: (store: Store, settings: PostgresSettings) => Promise<void>,
  options: Partial<PostgresStoreOptions> = {},
): Promise<void> {
  const settings = given.newSettings();
  const store = await openPostgresStore(settings, { log: silentLogger, ...options });
  try {
    await run(store, settings);
  } finally {
    await store.close();
  }
}

/** Calls `work` of both servers many times at once; all results. */
export function race<Result>(
  { first, second }: TwoServers,
  work: (store: Store, index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: 20 }, (_, index) => work(index % 2 === 0 ? first : second, index)));
}

/** As {@link race}, for work of which some fails. */
export function raceSettled<Result>(
  servers: TwoServers,
  work: (store: Store, index: number) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  return Promise.all(
    Array.from({ length: 20 }, async (_, index): Promise<PromiseSettledResult<Result>> => {
      try {
        const value = await work(index % 2 === 0 ? servers.first : servers.second, index);
        return { status: 'fulfilled', value };
      } catch (reason) {
        return { status: 'rejected', reason };
      }
    }),
  );
}
