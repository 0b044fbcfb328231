// The store on disk: realms and users are written before a change is acknowledged, sessions within a second.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#protocol/clock.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { createExpiringStore } from '../memory/expiring-store.ts';
import { SessionMemory } from '../memory/session-memory.ts';
import { DuplicateError, type RealmStore, type Store, type StoredRealm, type UserStore } from '../store.ts';
import { createPrivateFolder, DamagedFileError } from './atomic-file.ts';
import { lockDataDir, type ReleaseLock } from './data-dir-lock.ts';
import { RealmFolder } from './realm-folder.ts';
import { SessionWriter } from './session-writer.ts';

/** What the store works with. */
export interface FileStoreOptions {
  readonly clock: Clock;
  readonly log: Logger;
}

/** A realm in memory with its folder. */
interface OpenRealm {
  readonly order: number;
  readonly folder: RealmFolder;
  stored: StoredRealm;
  /** Changes of one realm run one after another. */
  queue: Promise<unknown>;
}

/** Realms by name, in order of creation. */
type OpenRealms = Map<string, OpenRealm>;

/**
 * Opens a data directory, which is made when it is not there.
 * @throws {OptionError} `data-dir`, exit code 1: in use, not writable, not a folder, or with a file that cannot be read.
 */
export async function openFileStore(dataDir: string, options: FileStoreOptions): Promise<Store> {
  const release = await takeDataDir(dataDir);
  try {
    return await openStore(dataDir, options, release);
  } catch (error) {
    await release();
    if (!(error instanceof DamagedFileError)) throw error;
    const remedy = 'It is left as it is: repair it, move it away, or give another folder.';
    throw new OptionError('data-dir', error.message, remedy, { exitCode: 1, cause: error });
  }
}

async function takeDataDir(dataDir: string): Promise<ReleaseLock> {
  try {
    await createPrivateFolder(join(dataDir, 'realms'));
    return await lockDataDir(dataDir);
  } catch (cause) {
    if (cause instanceof OptionError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new OptionError(
      'data-dir',
      `${dataDir} cannot be written (${code})`,
      'Give a folder that you may write to.',
      { exitCode: 1, cause },
    );
  }
}

async function openStore(dataDir: string, options: FileStoreOptions, release: ReleaseLock): Promise<Store> {
  const realms = await readRealms(join(dataDir, 'realms'), options.log);
  const folders = new Map([...realms.values()].map((realm) => [realm.stored.id, realm.folder]));
  const writer = new SessionWriter(folders, options);
  const sessions = new SessionMemory(writer);
  await writer.load(sessions);
  const flush = async (): Promise<void> => {
    await Promise.all([...realms.values()].map((realm) => realm.queue));
    await writer.flush();
  };
  return {
    realms: createRealms(join(dataDir, 'realms'), realms, folders, sessions),
    users: createUsers(folders),
    sessions,
    createExpiringStore,
    flush,
    async close() {
      writer.stop();
      await flush();
      await release();
    },
  };
}

async function readRealms(path: string, log: Logger): Promise<OpenRealms> {
  const names = await readdir(path);
  const found: OpenRealm[] = [];
  for (const name of names) {
    const folder = new RealmFolder(join(path, name));
    const file = await folder.readRealm();
    if (file === undefined) {
      log.info('A realm whose creation or removal was cut off is cleared away', { folder: folder.path });
      await rm(folder.path, { recursive: true, force: true });
    } else found.push({ order: file.order, folder, stored: file.realm, queue: Promise.resolve() });
  }
  found.sort((a, b) => a.order - b.order);
  return new Map(found.map((realm) => [realm.stored.realm, realm]));
}

function createRealms(
  path: string,
  realms: OpenRealms,
  folders: Map<string, RealmFolder>,
  sessions: SessionMemory,
): RealmStore {
  /** Names whose creation is under way. */
  const reserved = new Set<string>();
  const checkName = (name: string): void => {
    if (realms.has(name) || reserved.has(name)) throw new DuplicateError('realm', name);
  };
  return {
    list: () => [...realms.values()].map((realm) => realm.stored),
    find: (name) => realms.get(name)?.stored,
    async create(stored, users) {
      checkName(stored.realm);
      if (folders.has(stored.id)) throw new DuplicateError('id', stored.id);
      reserved.add(stored.realm);
      try {
        const order = Math.max(0, ...[...realms.values()].map((realm) => realm.order)) + 1;
        const folder = new RealmFolder(join(path, folderName(stored.id)));
        await folder.create({ order, realm: stored }, users);
        folders.set(stored.id, folder);
        realms.set(stored.realm, { order, folder, stored, queue: Promise.resolve() });
      } finally {
        reserved.delete(stored.realm);
      }
    },
    update(name, change) {
      const realm = realms.get(name);
      if (realm === undefined) return Promise.reject(new TypeError(`there is no realm ${name}`));
      return inTurn(realm, async () => {
        const before = realm.stored;
        const after = change(before);
        if (after.realm !== before.realm) checkName(after.realm);
        await realm.folder.writeRealm({ order: realm.order, realm: after });
        realm.stored = after;
        if (after.realm !== before.realm) rename(realms, before.realm, after.realm);
        return after;
      });
    },
    async remove(name) {
      const realm = realms.get(name);
      if (realm === undefined) return false;
      return inTurn(realm, async () => {
        if (!realms.delete(name)) return false;
        folders.delete(realm.stored.id);
        sessions.removeRealm(realm.stored.id);
        await realm.folder.remove();
        return true;
      });
    },
  };
}

/** Identifiers come from realm files, so they are not trusted as names of folders. */
function folderName(realmId: string): string {
  return /^[\w-]{1,100}$/.test(realmId) ? realmId : Buffer.from(realmId).toString('hex').slice(0, 200);
}

function inTurn<T>(realm: OpenRealm, run: () => Promise<T>): Promise<T> {
  const result = realm.queue.then(run);
  // The queue goes on after a failure; who asked is told by `result`.
  realm.queue = result.catch(() => undefined);
  return result;
}

/** Keeps the order of creation. */
function rename(realms: OpenRealms, before: string, after: string): void {
  const entries = [...realms].map(([name, realm]): [string, OpenRealm] => [
    name === before ? after : name,
    realm,
  ]);
  realms.clear();
  for (const [name, realm] of entries) realms.set(name, realm);
}

function createUsers(folders: ReadonlyMap<string, RealmFolder>): UserStore {
  const indexOf = (realmId: string) => folders.get(realmId)?.users();
  return {
    find: async (realmId, userId) => (await indexOf(realmId))?.find(userId),
    findByUsername: async (realmId, username) => (await indexOf(realmId))?.findByUsername(username),
    findByEmail: async (realmId, email) => (await indexOf(realmId))?.findByEmail(email),
    list: async (realmId) => (await indexOf(realmId))?.list() ?? [],
    async create(realmId, user) {
      const folder = folders.get(realmId);
      if (folder === undefined) throw new TypeError(`there is no realm with id ${realmId}`);
      (await folder.users()).add(user);
      await folder.writeUser(user);
    },
    async update(realmId, userId, change) {
      const folder = folders.get(realmId);
      const index = await folder?.users();
      const before = index?.find(userId);
      if (folder === undefined || index === undefined || before === undefined) return undefined;
      const after = change(before);
      index.replace(before, after);
      await folder.writeUser(after);
      return after;
    },
    async remove(realmId, userId) {
      const folder = folders.get(realmId);
      const removed = (await folder?.users())?.remove(userId);
      if (folder === undefined || removed === undefined) return false;
      await folder.deleteUser(userId);
      return true;
    },
  };
}
