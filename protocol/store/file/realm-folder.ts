// One realm on disk: its file, its users, its sessions and revoked tokens, each written on its own.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { UserIndex } from '../memory/user-index.ts';
import type { StoredRealm, StoredUser, UserSession } from '../store.ts';
import { AtomicFile, createPrivateFolder, flushFolder } from './atomic-file.ts';
import { PagedCollection } from './paged-collection.ts';

/** What `realm.json` holds: the realm, and its place in the order of creation. */
export interface RealmFile {
  readonly order: number;
  readonly realm: StoredRealm;
}

/** Instants of expiry by `jti`, milliseconds. */
type RevokedTokens = Record<string, number>;

/** The folder of one realm. */
export class RealmFolder {
  readonly path: string;
  readonly sessions: PagedCollection<UserSession>;
  readonly #realm: Low<RealmFile | null>;
  readonly #revoked: Low<RevokedTokens>;
  readonly #userPages: PagedCollection<StoredUser>;
  #users: Promise<UserIndex> | undefined;

  constructor(path: string) {
    this.path = path;
    this.sessions = new PagedCollection<UserSession>(join(path, 'sessions'));
    this.#realm = new Low<RealmFile | null>(new AtomicFile<RealmFile | null>(join(path, 'realm.json')), null);
    this.#revoked = new Low<RevokedTokens>(
      new AtomicFile<RevokedTokens>(join(path, 'revoked-tokens.json')),
      {},
    );
    this.#userPages = new PagedCollection<StoredUser>(join(path, 'users'));
  }

  /** The realm, or undefined when its creation was torn. @throws {DamagedFileError} */
  async readRealm(): Promise<RealmFile | undefined> {
    await this.#realm.read();
    return this.#realm.data ?? undefined;
  }

  /** On disk when it resolves. */
  async writeRealm(file: RealmFile): Promise<void> {
    // A fresh object each time: a write that is under way has serialized its own.
    this.#realm.data = file;
    await this.#realm.write();
  }

  /** Writes the users and then the realm's file, whose presence makes the creation count. */
  async create(file: RealmFile, users: readonly StoredUser[]): Promise<void> {
    await createPrivateFolder(this.path);
    const index = new UserIndex();
    for (const user of users) {
      index.add(user);
      this.#userPages.set(user);
    }
    await this.#userPages.flush();
    await this.writeRealm(file);
    await flushFolder(join(this.path, '..'));
    this.#users = Promise.resolve(index);
  }

  /** The realm's users, read when first asked for. @throws {DamagedFileError} */
  users(): Promise<UserIndex> {
    this.#users ??= this.#readUsers().catch((error: unknown) => {
      // The next request tries again: somebody may have repaired the file.
      this.#users = undefined;
      throw error;
    });
    return this.#users;
  }

  async #readUsers(): Promise<UserIndex> {
    const index = new UserIndex();
    for (const user of await this.#userPages.load()) index.add(user);
    return index;
  }

  /** On disk when it resolves. */
  writeUser(user: StoredUser): Promise<void> {
    this.#userPages.set(user);
    return this.#userPages.flush();
  }

  /** On disk when it resolves. */
  deleteUser(userId: string): Promise<void> {
    this.#userPages.delete(userId);
    return this.#userPages.flush();
  }

  async readRevokedTokens(): Promise<Readonly<RevokedTokens>> {
    await this.#revoked.read();
    return this.#revoked.data;
  }

  /** Keeps those that have not expired. */
  writeRevokedTokens(
    tokens: Iterable<readonly [jti: string, expiresAt: number]>,
    now: number,
  ): Promise<void> {
    this.#revoked.data = Object.fromEntries([...tokens].filter(([, expiresAt]) => expiresAt > now));
    return this.#revoked.write();
  }

  /** Takes the realm's file away first, which makes the removal count. */
  async remove(): Promise<void> {
    await rm(join(this.path, 'realm.json'), { force: true });
    await flushFolder(this.path);
    await rm(this.path, { recursive: true, force: true });
  }
}
