// The files of a realm that is moved: read and written page by page.
import { link, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { inBatches, type MovedOrigin, type MovedRealm, type MovedUser } from '../moving.ts';
import { DuplicateError, type StoredRealm, type StoredUser, type StoringOptions } from '../store.ts';
import { createPrivateFolder, flushFolder, writeFileDurably } from './atomic-file.ts';
import { listPageNumbers, PAGE_SIZE, pageName, readPage, writePage } from './page-files.ts';
import { originPath } from './realm-origin.ts';
import { checkUser, type RealmFile } from './stored-shapes.ts';

/** Pages that are written at the same time. */
const PAGES_AT_ONCE = 16;

const usersOf = (folder: string): string => join(folder, 'users');

/** Whether two pages are one file: those of the origin are shared until they change. */
async function isSameFile(first: string, second: string): Promise<boolean> {
  const infos = await Promise.all([first, second].map((path) => stat(path).catch(() => undefined)));
  const [one, other] = infos;
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev;
}

/** Pages of users and of the origin with the same number, which contain the same users unless these have changed. */
interface PagePair {
  readonly users: readonly StoredUser[];
  readonly originUsers: readonly StoredUser[];
}

async function* readPairs(folder: string, skipShared: boolean): AsyncGenerator<PagePair, void> {
  const origin = usersOf(originPath(folder));
  const numbers = await Promise.all([listPageNumbers(usersOf(folder)), listPageNumbers(origin)]);
  for (const number of [...new Set(numbers.flat())].sort((a, b) => a - b)) {
    const name = pageName(number);
    const isShared = await isSameFile(join(usersOf(folder), name), join(origin, name));
    if (isShared && skipShared) continue;
    const users = await readPage(usersOf(folder), number, checkUser);
    yield { users, originUsers: isShared ? users : await readPage(origin, number, checkUser) };
  }
}

const byId = (users: readonly StoredUser[]): ReadonlyMap<string, StoredUser> =>
  new Map(users.map((user) => [user.id, user]));

const isSame = (one: StoredUser, other: StoredUser | undefined): boolean =>
  one === other || (other !== undefined && isDeepStrictEqual(one, other));

/** The users in the folder of a realm. @throws {DamagedFileError} */
export async function* readMovedUsers(folder: string): AsyncGenerator<MovedUser, void> {
  for await (const { users, originUsers } of readPairs(folder, false)) {
    const original = byId(originUsers);
    for (const user of users) yield { user, isOriginal: isSame(user, original.get(user.id)) };
  }
}

/** Users of the origin that {@link readMovedUsers} does not give as original. @throws {DamagedFileError} */
export async function* readOriginUsers(folder: string): AsyncGenerator<StoredUser, void> {
  for await (const { users, originUsers } of readPairs(folder, true)) {
    const current = byId(users);
    for (const user of originUsers) if (!isSame(user, current.get(user.id))) yield user;
  }
}

/** Finds users that share what must differ, without keeping the users. */
class Distinct {
  readonly #ids = new Set<string>();
  readonly #usernames = new Set<string>();
  readonly #emails: Set<string> | undefined;

  constructor(realm: StoredRealm) {
    this.#emails = realm.duplicateEmailsAllowed === true ? undefined : new Set();
  }

  /** @throws {DuplicateError} */
  add({ id, username, email = '' }: StoredUser): void {
    take(this.#ids, 'id', id, id);
    take(this.#usernames, 'username', username.toLowerCase(), username);
    if (this.#emails !== undefined && email !== '') take(this.#emails, 'email', email.toLowerCase(), email);
  }
}

function take(taken: Set<string>, member: string, key: string, value: string): void {
  if (taken.has(key)) throw new DuplicateError(member, value);
  taken.add(key);
}

/** Runs `write` for each page, some at the same time. All have ended when it resolves or rejects. */
async function eachPage<Item>(
  items: AsyncIterable<Item>,
  write: (page: readonly Item[], number: number) => Promise<void>,
): Promise<number> {
  let running: Promise<void>[] = [];
  const settle = async (): Promise<void> => {
    const results = await Promise.allSettled(running);
    running = [];
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };
  let number = 0;
  try {
    for await (const page of inBatches(items, PAGE_SIZE)) {
      const writing = write(page, number);
      // Its error is thrown by `settle`, which comes later.
      writing.catch(() => undefined);
      running.push(writing);
      number += 1;
      if (running.length >= PAGES_AT_ONCE) await settle();
    }
  } catch (error) {
    await settle().catch(() => undefined);
    throw error;
  }
  await settle();
  return number;
}

async function writePages(folder: string, items: AsyncIterable<unknown>): Promise<void> {
  const created = once(() => createPrivateFolder(folder));
  await eachPage(items, async (page, number) => {
    await created();
    await writePage(folder, number, page);
  });
}

/** Runs `work` at the first call. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** Writes a page of users, and the page of the origin with the same number. They share a file if they are equal. */
async function writePair(
  folder: string,
  number: number,
  page: readonly MovedUser[],
  hasOrigin: boolean,
): Promise<void> {
  const [own, origin] = [usersOf(folder), usersOf(originPath(folder))];
  await writePage(
    own,
    number,
    page.map(({ user }) => user),
  );
  if (!hasOrigin) return;
  const original = page.filter(({ isOriginal }) => isOriginal).map(({ user }) => user);
  if (original.length === 0) return;
  if (original.length === page.length) {
    try {
      await link(join(own, pageName(number)), join(origin, pageName(number)));
      return;
    } catch {
      // Not every file system has hard links.
    }
  }
  await writePage(origin, number, original);
}

/** The number of pages. */
async function writeUsers(
  folder: string,
  { realm, users, origin }: MovedRealm,
  { signal, written }: StoringOptions,
): Promise<number> {
  const hasOrigin = origin !== undefined;
  const distinct = new Distinct(realm);
  const created = once(async () => {
    await createPrivateFolder(usersOf(folder));
    if (hasOrigin) await createPrivateFolder(usersOf(originPath(folder)));
  });
  let count = 0;
  return eachPage(users(), async (page, number) => {
    signal?.throwIfAborted();
    for (const { user } of page) distinct.add(user);
    count += page.length;
    written?.(count);
    await created();
    await writePair(folder, number, page, hasOrigin);
  });
}

async function writeOriginUsers(folder: string, { originUsers }: MovedRealm, pages: number): Promise<void> {
  const origin = usersOf(originPath(folder));
  let number = pages;
  for await (const page of inBatches(originUsers(), PAGE_SIZE)) {
    await createPrivateFolder(origin);
    await writePage(origin, number, page);
    number += 1;
  }
}

async function writeOrigin(folder: string, file: RealmFile, origin: MovedOrigin): Promise<void> {
  const path = join(originPath(folder), 'realm.json');
  await writeFileDurably(path, JSON.stringify({ ...file, realm: origin.realm }));
  const storedAt = new Date(origin.storedAt);
  await utimes(path, storedAt, storedAt);
  await flushFolder(originPath(folder));
}

async function writeSessions(folder: string, moved: MovedRealm): Promise<void> {
  await writePages(join(folder, 'sessions'), moved.sessions());
  const revoked: Record<string, number> = {};
  for await (const tokens of moved.revokedTokens()) Object.assign(revoked, tokens);
  if (Object.keys(revoked).length > 0)
    await writeFileDurably(join(folder, 'revoked-tokens.json'), JSON.stringify(revoked));
  if (moved.clock !== undefined)
    await writeFileDurably(join(folder, 'clock.json'), JSON.stringify(moved.clock));
}

/** Writes all files of a realm to an empty folder. @throws {StorageError} @throws {DuplicateError} */
export async function writeMovedFiles(
  folder: string,
  file: RealmFile,
  moved: MovedRealm,
  watch: StoringOptions,
): Promise<void> {
  const { origin } = moved;
  if (origin !== undefined) await createPrivateFolder(originPath(folder));
  const pages = await writeUsers(folder, moved, watch);
  if (origin !== undefined) {
    await writeOriginUsers(folder, moved, pages);
    await writeOrigin(folder, file, origin);
  }
  await writeSessions(folder, moved);
  await writeFileDurably(join(folder, 'realm.json'), JSON.stringify(file));
}
