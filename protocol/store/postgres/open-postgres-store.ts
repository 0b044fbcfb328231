// The store in a database: several servers may open the same one, and act as one.

import { type Clock, systemClock } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { RealmMover } from '../moving.ts';
import type { Store } from '../store.ts';
import { PostgresClones } from './clones.ts';
import { decideTls } from './connect.ts';
import { createDatabase, type Database } from './database.ts';
import { toOptionError } from './database-errors.ts';
import { lockTables, migrate } from './migrations.ts';
import { createPostgresMover } from './postgres-mover.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { RealmCache } from './realm-cache.ts';
import { RealmFeed } from './realm-feed.ts';
import { PostgresRealms } from './realms.ts';
import { createPostgresRecords } from './record-lists.ts';
import { ServerStreams } from './server-streams.ts';
import { readServerVersion } from './server-version.ts';
import { PostgresSessions } from './sessions.ts';
import { PostgresSnapshots } from './snapshots.ts';
import { Sweeper } from './sweeper.ts';
import { PostgresUsers } from './users.ts';
import { createPostgresValues } from './values.ts';

export interface PostgresStoreOptions {
  readonly log: Logger;
  /** The machine's time; default: the system's. */
  readonly clock?: Clock;
  /** False: changes of other servers are looked for instead of announced. Default: what the database can do. */
  readonly canNotify?: boolean;
}

export interface PostgresStore extends Store {
  readonly mover: RealmMover;
  /**
   * Runs work while no other server runs any, with the realms as they are then. Servers that start at once on an empty
   * database take turns.
   */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Opens a database and creates or extends its tables.
 * @throws {OptionError} exit code 1, naming what keeps it from being used: `db-url`, `db-url-properties`, `db-username`,
 * `db-password` or `db-pool-max-size`.
 */
export async function openPostgresStore(
  settings: PostgresSettings,
  options: PostgresStoreOptions,
): Promise<PostgresStore> {
  let database: Database | undefined;
  try {
    database = createDatabase(await decideTls(settings), options.log);
    const version = await readServerVersion(database);
    options.log.debug('The database is connected', { version: version.text });
    await migrate(database);
    return await openStore(database, options, options.canNotify ?? version.canNotify);
  } catch (error) {
    await database?.close();
    throw toOptionError(settings, error);
  }
}

async function openStore(
  database: Database,
  { log, clock = systemClock }: PostgresStoreOptions,
  canNotify: boolean,
): Promise<PostgresStore> {
  const cache = new RealmCache();
  const feed = new RealmFeed(database, cache, {
    canNotify,
    log,
    announced: (what) => (what === undefined ? streams.announceAll() : streams.announced(what)),
    joined: () => streams.share(),
  });
  const streams = new ServerStreams({ database, feed, canNotify, log });
  const sweeper = new Sweeper(database, clock, log);
  try {
    await feed.start();
    await feed.removeEnded();
    await streams.start();
  } catch (error) {
    await streams.stop();
    await feed.stop();
    throw error;
  }
  sweeper.start();
  const realms = new PostgresRealms({ database, cache, feed, clock });
  const sessions = new PostgresSessions(database, cache, () => feed.refresh());
  return {
    realms,
    mover: createPostgresMover(database, cache, realms),
    users: new PostgresUsers(database, cache),
    sessions,
    clones: new PostgresClones({ database, cache, realms, clock }),
    snapshots: new PostgresSnapshots({ database, cache, feed, realms }),
    findSession: (realmId, sessionId, jti) => sessions.findWithUser(realmId, sessionId, jti),
    // Every change is in the database when its call resolves.
    saveGate: { mark: () => 0, settle: () => undefined },
    ...createPostgresValues(database),
    ...createPostgresRecords(database),
    serverTag: streams.serverTag,
    createSignal: (kind) => streams.createSignal(kind),
    createQuestion: (kind, answer, limitMs) => streams.createQuestion(kind, answer, limitMs),
    createServerStream: (name, given) => streams.createServerStream(name, given),
    findFailure: () => database.findFailure(),
    flush: async () => undefined,
    alone: (work) =>
      database.transaction(
        async (queries) => {
          await lockTables(queries);
          await feed.refresh();
          return work();
        },
        { isLong: true },
      ),
    async close() {
      await sweeper.stop();
      await streams.stop();
      await feed.stop();
      await database.close();
    },
  };
}
