// One realm on disk: its file, users, sessions, revoked tokens and clock setting, each written separately.
import { createHash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Low } from 'lowdb';
import { StorageError, toStorageError } from '#protocol/errors/storage-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { UserIndex } from '../memory/user-index.ts';
import type { MovedOrigin } from '../moving.ts';
import { inSlices, runInSlices } from '../sliced.ts';
import type {
  ClockSetting,
  RealmOrigin,
  RevokedTokens,
  StoredUser,
  StoringOptions,
  UserSession,
} from '../store.ts';
import { AtomicFile, createPrivateFolder, DamagedFileError, flushFolder } from './atomic-file.ts';
import { PagedCollection } from './paged-collection.ts';
import { copyOrigin, findOriginTime, keepOrigin, originPath } from './realm-origin.ts';
import { SessionJournal } from './session-journal.ts';
import { setAside } from './set-aside.ts';
import {
  checkClockSetting,
  checkRealmFile,
  checkRevokedTokens,
  checkSession,
  checkUser,
  type RealmFile,
} from './stored-shapes.ts';

/** Prefixes of a realm's folder during creation, replacement and removal. */
const NEW = '.new-';
const REPLACED = '.replaced-';
const REMOVED = '.removed-';

/** Users of a new realm that are written at the same time: some dozen pages. */
const WRITTEN_AT_ONCE = 4096;

/** Names that Windows reserves for devices. */
const DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * The folder name for a realm id. Realm files may contain any id; one that is not a safe name on every system
 * (spaces, slashes, upper case) is replaced by its digest.
 */
export function realmFolderName(realmId: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(realmId) && !DEVICE_NAME.test(realmId)) return realmId;
  return `~${createHash('sha256').update(realmId).digest('hex')}`;
}

/** Whether a folder is the rest of an interrupted creation or removal. */
export function isLeftover(folderName: string): boolean {
  return folderName.startsWith(NEW) || folderName.startsWith(REMOVED);
}

/**
 * The folders of an interrupted replacement, from the name that the earlier one has in the meantime: it is to be moved
 * back `to` its place unless the new one is `there` already. Undefined for other names.
 */
export function parseReplaced(
  folderName: string,
): { readonly to: string; readonly there: string } | undefined {
  const [to, there] = folderName.startsWith(REPLACED) ? folderName.slice(REPLACED.length).split('@') : [];
  return to === undefined || there === undefined ? undefined : { to, there };
}

/** Migrates a user written by an earlier version; returns the same object if nothing changes. */
export type PrepareUser = (user: StoredUser) => StoredUser;

export class RealmFolder {
  readonly path: string;
  readonly sessions: PagedCollection<UserSession>;
  readonly journal: SessionJournal;
  readonly #realm: Low<RealmFile | null>;
  readonly #revoked: Low<RevokedTokens>;
  readonly #clock: Low<ClockSetting | null>;
  readonly #userPages: PagedCollection<StoredUser>;
  readonly #prepareUser: PrepareUser;
  #users: Promise<UserIndex> | undefined;

  constructor(path: string, prepareUser: PrepareUser = (user) => user) {
    this.path = path;
    this.#prepareUser = prepareUser;
    this.sessions = new PagedCollection(join(path, 'sessions'), { check: checkSession });
    this.journal = new SessionJournal(path);
    this.#userPages = new PagedCollection(join(path, 'users'), { check: checkUser });
    this.#realm = new Low(new AtomicFile<RealmFile | null>(this.realmPath, checkRealmFile), null);
    this.#revoked = new Low(new AtomicFile(join(path, 'revoked-tokens.json'), checkRevokedTokens), {});
    this.#clock = new Low(
      new AtomicFile<ClockSetting | null>(join(path, 'clock.json'), checkClockSetting),
      null,
    );
  }

  get realmPath(): string {
    return join(this.path, 'realm.json');
  }

  /** @throws {DamagedFileError} also when the file is missing: we never leave a folder without it. */
  async readRealm(): Promise<RealmFile> {
    await this.#realm.read();
    if (this.#realm.data === null) throw new DamagedFileError(this.realmPath, 'it is missing');
    return this.#realm.data;
  }

  /** On disk when it resolves. */
  async writeRealm(file: RealmFile): Promise<void> {
    this.#realm.data = file;
    await this.#realm.write();
  }

  /**
   * The realm's users, read on first use. `emailsUnique` forbids users to share an e-mail address.
   * @throws {DamagedFileError} @throws {StorageError} when a retry may succeed.
   */
  users(emailsUnique: () => boolean): Promise<UserIndex> {
    this.#users ??= this.#readUsers(emailsUnique).catch((error: unknown) => {
      // The next request retries. There is no retry for damaged files: the realm goes out of service.
      this.#users = undefined;
      throw error;
    });
    return this.#users;
  }

  async #readUsers(emailsUnique: () => boolean): Promise<UserIndex> {
    const index = new UserIndex(emailsUnique);
    const add = (read: StoredUser): void => {
      const user = this.#prepareUser(read);
      if (user !== read) this.#userPages.set(user);
      index.add(user);
    };
    try {
      await runInSlices(inSlices(await this.#userPages.load(), add));
    } catch (error) {
      if (error instanceof DamagedFileError || error instanceof StorageError) throw error;
      throw new DamagedFileError(join(this.path, 'users'), error);
    }
    return index;
  }

  /** On disk when it resolves. A failure restores `undo` in memory; undefined: no such user. */
  async writeUser(user: StoredUser, undo: StoredUser | undefined): Promise<void> {
    this.#userPages.set(user);
    await this.#flushUsersOr(() => {
      if (undo === undefined) this.#userPages.delete(user.id);
      else this.#userPages.set(undo);
    });
  }

  /** On disk when it resolves. A failure restores the user in memory. */
  async deleteUser(user: StoredUser): Promise<void> {
    this.#userPages.delete(user.id);
    await this.#flushUsersOr(() => this.#userPages.set(user));
  }

  async #flushUsersOr(undo: () => void): Promise<void> {
    try {
      await this.#userPages.flush();
    } catch (error) {
      undo();
      throw error;
    }
  }

  /** A damaged file is set aside; then no token is revoked. */
  async readRevokedTokens(log: Logger): Promise<RevokedTokens> {
    try {
      await this.#revoked.read();
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      await setAside(error, 'Revoked access tokens are valid again until they expire', log);
      this.#revoked.data = {};
    }
    return this.#revoked.data;
  }

  /** On disk when it resolves. */
  writeRevokedTokens(tokens: RevokedTokens): Promise<void> {
    this.#revoked.data = tokens;
    return this.#revoked.write();
  }

  /** A damaged file is set aside; then the realm has the machine's time. */
  async readClock(log: Logger): Promise<ClockSetting | undefined> {
    try {
      await this.#clock.read();
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      await setAside(error, "The realm has the machine's time again", log);
      this.#clock.data = null;
    }
    return this.#clock.data ?? undefined;
  }

  /** On disk when it resolves. */
  writeClock(setting: ClockSetting): Promise<void> {
    this.#clock.data = setting;
    return this.#clock.write();
  }

  findOriginTime(): Promise<number | undefined> {
    return findOriginTime(this.path);
  }

  /** The origin without its users; undefined if there is none. @throws {DamagedFileError} */
  async readOriginRealm(): Promise<MovedOrigin | undefined> {
    const time = await this.findOriginTime();
    if (time === undefined) return undefined;
    const { realm } = await new RealmFolder(originPath(this.path)).readRealm();
    return { realm, storedAt: Math.round(time) };
  }

  /** Undefined if there is none. @throws {DamagedFileError} */
  async readOrigin(): Promise<RealmOrigin | undefined> {
    if ((await this.findOriginTime()) === undefined) return undefined;
    const origin = new RealmFolder(originPath(this.path));
    const { realm } = await origin.readRealm();
    const users = (await origin.#userPages.load()).map(this.#prepareUser);
    return { realm, users };
  }

  /** Resolves when all changes so far are on disk. */
  async flush(): Promise<void> {
    await Promise.all([this.#userPages.flush(), this.sessions.flush()]);
  }

  /**
   * Removes the realm. Renaming its folder makes the removal final; the next start deletes what a crash leaves.
   * @throws {StorageError}
   */
  async remove(): Promise<void> {
    await this.#settle();
    const aside = this.#beside(REMOVED);
    try {
      await rm(aside, { recursive: true, force: true });
      await rename(this.path, aside);
      await flushFolder(dirname(this.path));
      await rm(aside, { recursive: true, force: true });
    } catch (error) {
      throw toStorageError(this.path, error);
    }
  }

  /**
   * Moves a draft to `path`, which may be this one's, and removes this one. A failure brings it back; so does the next
   * start after a crash.
   * @throws {StorageError}
   */
  async replace(draft: string, path: string): Promise<RealmFolder> {
    await this.#settle();
    const aside = `${this.#beside(REPLACED)}@${basename(path)}`;
    try {
      await rm(aside, { recursive: true, force: true });
      await rename(this.path, aside);
      await moveOr(() => rename(aside, this.path), draft, path);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw toStorageError(path, error);
    }
    await flushFolder(dirname(path));
    // The next start deletes what stays.
    await rm(aside, { recursive: true, force: true }).catch(() => undefined);
    return new RealmFolder(path);
  }

  /** Before the folder moves: nothing is written to it any more. */
  async #settle(): Promise<void> {
    await Promise.all([this.#userPages.settle(), this.sessions.settle(), this.journal.close()]);
  }

  #beside(prefix: string): string {
    return join(dirname(this.path), prefix + basename(this.path));
  }

  /**
   * Writes a realm with its users atomically: to a draft folder, which is then renamed.
   * @throws {StorageError}
   */
  static async create(
    path: string,
    file: RealmFile,
    users: readonly StoredUser[],
    watch?: StoringOptions,
  ): Promise<RealmFolder> {
    return RealmFolder.place(await RealmFolder.draft(path, file, users, watch), path);
  }

  /** Moves a draft to the place of a new realm. @throws {StorageError} */
  static async place(draft: string, path: string): Promise<RealmFolder> {
    try {
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw toStorageError(path, error);
    }
    await flushFolder(dirname(path));
    return new RealmFolder(path);
  }

  /**
   * Writes a realm with its users to a folder beside `path`, and returns the path of the draft. If the watch ends the
   * work, it rejects with its reason, and nothing stays. Its origin is that of the realm folder `originOf`, or itself.
   * @throws {StorageError}
   */
  static async draft(
    path: string,
    file: RealmFile,
    users: readonly StoredUser[],
    watch: StoringOptions = {},
    originOf?: string,
  ): Promise<string> {
    return RealmFolder.draftWith(path, watch, async (beside) => {
      const draft = new RealmFolder(beside);
      await draft.#writeUsers(users, watch);
      await draft.writeRealm(file);
      await (originOf === undefined ? keepOrigin(beside) : copyOrigin(originOf, beside));
    });
  }

  /** As {@link draft}, for files that `write` writes to the folder. @throws what `write` throws. */
  static async draftWith(
    path: string,
    watch: StoringOptions,
    write: (folder: string) => Promise<void>,
  ): Promise<string> {
    const beside = join(dirname(path), NEW + basename(path));
    await rm(beside, { recursive: true, force: true });
    try {
      await createPrivateFolder(beside);
      await write(beside);
    } catch (error) {
      await rm(beside, { recursive: true, force: true });
      throw watch.signal?.aborted === true ? error : toStorageError(path, error);
    }
    try {
      await watch.ready?.();
    } catch (error) {
      await rm(beside, { recursive: true, force: true });
      throw error;
    }
    return beside;
  }

  async #writeUsers(users: readonly StoredUser[], { signal, written }: StoringOptions): Promise<void> {
    for (let first = 0; first < users.length; first += WRITTEN_AT_ONCE) {
      signal?.throwIfAborted();
      const next = users.slice(first, first + WRITTEN_AT_ONCE);
      for (const user of next) this.#userPages.set(user);
      await this.#userPages.flush();
      written?.(first + next.length);
    }
  }
}

/** Renames a folder; `undo` runs if that fails. */
async function moveOr(undo: () => Promise<void>, from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    await undo();
    throw error;
  }
}
