// The store on disk. Every change is written before it is acknowledged; see docs/decisions 0010 and 0160.
import { basename, dirname, join } from 'node:path';
import { OptionError } from '#protocol/errors/option-error.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { createFindSession } from '../find-session.ts';
import { createExpiringStores } from '../memory/expiring-store.ts';
import { createRecordLists } from '../memory/record-list.ts';
import { SessionMemory } from '../memory/session-memory.ts';
import { SharedTime } from '../memory/shared-time.ts';
import type { RealmMover } from '../moving.ts';
import { createLonelyConnections } from '../signals.ts';
import { RealmOutOfServiceError, type Store } from '../store.ts';
import { DamagedFileError } from './atomic-file.ts';
import { DamagedRealms } from './damaged-realms.ts';
import type { ReleaseLock } from './data-dir-lock.ts';
import { createFileMover } from './file-mover.ts';
import { removeLeftovers } from './leftovers.ts';
import { type PrepareUser, RealmFolder, realmFolderName } from './realm-folder.ts';
import { type OpenRealm, RealmsOnDisk } from './realms-on-disk.ts';
import { SessionWriter } from './session-writer.ts';
import { takeDataDir } from './take-data-dir.ts';
import { createUsersOnDisk } from './users-on-disk.ts';

export interface FileStoreOptions {
  readonly log: Logger;
  /** Migrates a user written by an earlier version; by default users are unchanged. */
  readonly prepareUser?: PrepareUser;
}

export interface FileStore extends Store {
  readonly mover: RealmMover;
  /** Rewrites plain passwords of earlier versions in the background; failures are logged. */
  migrate(): Promise<void>;
}

/**
 * Opens a data directory, creating it if missing.
 * @throws {OptionError} `data-dir`, exit code 1: in use, not writable, not a folder, or an unusable file.
 */
export async function openFileStore(dataDir: string, options: FileStoreOptions): Promise<FileStore> {
  const release = await takeDataDir(dataDir, ['realms']);
  try {
    return await openStore(join(dataDir, 'realms'), options, release);
  } catch (error) {
    await release();
    if (!(error instanceof StorageError || error instanceof DamagedFileError)) throw error;
    const remedy =
      error instanceof StorageError
        ? 'Make it readable and writable, or give another folder.'
        : 'It is left unchanged: repair it, or give another folder.';
    throw new OptionError('data-dir', error.message, remedy, { exitCode: 1, cause: error });
  }
}

async function openStore(path: string, options: FileStoreOptions, release: ReleaseLock): Promise<FileStore> {
  const { log, prepareUser = (user) => user } = options;
  const { found, damaged } = await readRealms(path, options);
  const writer = new SessionWriter((realmId) => realms.open(realmId)?.folder, log);
  const sessions = new SessionMemory(writer);
  const time = new SharedTime();
  const realms = new RealmsOnDisk(path, found, damaged, (realmId) => sessions.removeRealm(realmId), time);
  await Promise.all(
    found.map((realm) =>
      realms
        .inService(realm, () => writer.load(realm.stored.id, realm.folder, sessions))
        .catch(ignoreOutOfService),
    ),
  );
  const flush = async (): Promise<void> => {
    await Promise.all([realms.flush(), writer.flush()]);
  };
  let isClosing = false;
  let migrating: Promise<void> = Promise.resolve();
  const users = createUsersOnDisk(realms);
  return {
    realms,
    users,
    sessions,
    mover: createFileMover({
      realms,
      sessions,
      prepareUser,
      loadSessions: (realmId, folder) => writer.load(realmId, folder, sessions),
    }),
    findSession: createFindSession({ users, sessions }),
    saveGate: writer,
    ...createExpiringStores({ elapsedMs: () => time.elapsedMs() }),
    ...createRecordLists(),
    ...createLonelyConnections(),
    // Disks fail for single files; what fails is said where it is used.
    findFailure: async () => undefined,
    flush,
    migrate() {
      migrating = realms.migrate(
        () => isClosing,
        (folder, error) => log.error('Plain passwords of an earlier version stay on disk', { folder }, error),
      );
      return migrating;
    },
    async close() {
      isClosing = true;
      writer.stop();
      await migrating;
      try {
        await flush();
      } finally {
        await release();
      }
    },
  };
}

/** A realm out of service has already been logged; the others are served. */
function ignoreOutOfService(error: unknown): void {
  if (!(error instanceof RealmOutOfServiceError)) throw error;
}

interface FoundRealms {
  /** In order of creation. */
  readonly found: readonly OpenRealm[];
  readonly damaged: DamagedRealms;
}

/** Reads realm folders and ignores anything else. Realms with a damaged file are returned separately. */
async function readRealms(path: string, { log, prepareUser }: FileStoreOptions): Promise<FoundRealms> {
  const folders = await removeLeftovers(path, log);
  const damaged = new DamagedRealms(path, log);
  const read = await Promise.all(
    folders.map((name) => readRealm(new RealmFolder(join(path, name), prepareUser), damaged, log)),
  );
  const found = read.filter((realm) => realm !== undefined);
  return { found: await withoutDuplicates(found, damaged), damaged };
}

/** Undefined if the realm's file cannot be used. */
async function readRealm(
  folder: RealmFolder,
  damaged: DamagedRealms,
  log: Logger,
): Promise<OpenRealm | undefined> {
  try {
    const { order, realm, passwords } = await folder.readRealm();
    const clock = await folder.readClock(log);
    return { order, folder, stored: realm, passwords, clock, queue: Promise.resolve() };
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    await damaged.add(folder.path, error);
    return undefined;
  }
}

/** Rejects copies of realm folders: the one named after its id wins, then the older one. */
async function withoutDuplicates(
  realms: readonly OpenRealm[],
  damaged: DamagedRealms,
): Promise<readonly OpenRealm[]> {
  const misplaced = ({ folder, stored }: OpenRealm): number =>
    basename(folder.path) === realmFolderName(stored.id) ? 0 : 1;
  const pathOf = new Map<string, string>();
  const kept: OpenRealm[] = [];
  for (const realm of [...realms].sort((a, b) => misplaced(a) - misplaced(b) || a.order - b.order)) {
    const { folder, stored } = realm;
    const keys = [`realm "${stored.realm}"`, `id "${stored.id}"`];
    const taken = keys.find((key) => pathOf.has(key));
    if (taken === undefined) {
      for (const key of keys) pathOf.set(key, folder.realmPath);
      kept.push(realm);
    } else {
      const problem = `${basename(dirname(pathOf.get(taken) ?? ''))}/realm.json also contains ${taken}`;
      await damaged.add(folder.path, new DamagedFileError(folder.realmPath, problem), stored.realm);
    }
  }
  return kept.sort((a, b) => a.order - b.order);
}
