// Opens the store that the options name: files in the data directory, memory, or a PostgreSQL database.
import { OptionError } from '#protocol/errors/option-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { hashPlainPasswords } from '#protocol/realm/file/plain-passwords.ts';
import { openFileStore } from '#protocol/store/file/open-file-store.ts';
import { takeDataDir } from '#protocol/store/file/take-data-dir.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { RealmMover } from '#protocol/store/moving.ts';
import type { PostgresSettings } from '#protocol/store/postgres/postgres-settings.ts';
import type { Store } from '#protocol/store/store.ts';
import type { ResolvedOptions } from './config/resolve-options.ts';
import { describeDatabase, readDatabase } from './database-settings.ts';
import { whenItAnswers } from './when-it-answers.ts';

export interface OpenedStore extends Store {
  /** Work on what earlier versions have stored, in the background. */
  migrate(): Promise<void>;
  /** Runs work while no other server on the same state runs any. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The store of a command, which can move whole realms. */
export interface MovableStore extends OpenedStore {
  readonly mover: RealmMover;
}

const nothing = async (): Promise<void> => undefined;

/** Nobody shares files or memory. */
const alone: OpenedStore['alone'] = (work) => work();

type Options = Pick<ResolvedOptions, 'values' | 'sources'>;

/**
 * The store of a server, which has its data directory to itself: it contains files of the server even if state is
 * kept elsewhere.
 * @throws {OptionError} when the data directory or the database cannot be used; exit code 1.
 */
export async function openServerStore(options: Options, log: Logger): Promise<OpenedStore> {
  const database = readDatabase(options);
  if (database.kind === 'files') return openFiles(database.dataDir, log);
  const release = await takeDataDir(options.values['data-dir']);
  try {
    const store =
      database.kind === 'memory'
        ? { ...createMemoryStore(), migrate: nothing, alone }
        : await openDatabase(database.settings, options, log);
    return {
      ...store,
      async close() {
        try {
          await store.close();
        } finally {
          await release();
        }
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * The store of a command. A database may be in use by servers meanwhile, a data directory may not.
 * @throws {OptionError} as {@link openServerStore}, and for memory, which no command shares with a server.
 */
export async function openCommandStore(options: Options, log: Logger): Promise<MovableStore> {
  const database = readDatabase(options);
  if (database.kind === 'memory')
    throw new OptionError(
      'db',
      'dev-mem keeps state in the memory of a server, which no command can reach',
      'Use the admin API of the running server, or another database.',
      { source: options.sources.db },
    );
  return database.kind === 'postgres'
    ? openDatabase(database.settings, options, log)
    : openFiles(database.dataDir, log);
}

async function openFiles(dataDir: string, log: Logger): Promise<MovableStore> {
  return { ...(await openFileStore(dataDir, { log, prepareUser: hashPlainPasswords })), alone };
}

async function openDatabase(
  settings: PostgresSettings,
  options: Options,
  log: Logger,
): Promise<MovableStore> {
  // Loaded when it is used: other starts have no need of it.
  const { openPostgresStore } = await import('#protocol/store/postgres/open-postgres-store.ts');
  const store = await whenItAnswers(() => openPostgresStore(settings, { log }), {
    waitMs: options.values['db-connect-timeout'],
    waiting: (problem) => log.info(`Waiting for the database: ${problem}`),
  });
  log.info(`State is kept ${describeDatabase({ kind: 'postgres', settings })}`);
  return { ...store, migrate: nothing };
}
