// Users in the database: found by their keys, searched by conditions, changed one at a time.

import { DuplicateError, type StoredUser, type UserSet, type UserStore } from '../store.ts';
import { newLinks } from '../user-links.ts';
import type { Page, UserQuery } from '../user-query.ts';
import { type Database, pauseBefore, type Queries, type RowNumber, type Statement } from './database.ts';
import type { RealmCache } from './realm-cache.ts';
import { toKey } from './stored-key.ts';
import { fromStoredText } from './stored-text.ts';
import { checkLinks, findByLink } from './user-link-rows.ts';
import { lowerEmail, toDuplicateUser, USER_COLUMNS, userValues } from './user-rows.ts';
import { SqlParameters, toCondition } from './user-sql.ts';

interface UserRow {
  readonly data: StoredUser;
}

interface VersionedRow extends UserRow {
  readonly version: RowNumber;
}

const find = (name: string, column: string, order = ''): Statement => ({
  name,
  operation: 'read',
  isBrief: true,
  text: `SELECT data FROM users WHERE realm_key = $1 AND ${column} = $2${order}`,
});

const FIRST = ' ORDER BY position LIMIT 1';
const FIND: Statement = find('find-user', 'id');
const FIND_BY_USERNAME: Statement = find('find-user-by-username', 'lower_username');
const FIND_BY_EMAIL: Statement = find('find-user-by-email', 'lower_email', FIRST);
const FIND_SERVICE_ACCOUNT: Statement = find('find-service-account', 'service_client', FIRST);

const READ: Statement = {
  name: 'read-user',
  text: 'SELECT data, version FROM users WHERE realm_key = $1 AND id = $2',
};

const LOCK: Statement = { name: 'lock-user', text: `${READ.text} FOR UPDATE` };

/** Waits for a change of the realm's rule, and lets it wait until the transaction ends. */
const READ_EMAIL_RULE: Statement = {
  name: 'read-email-rule',
  text: 'SELECT unique_emails FROM realms WHERE key = $1 FOR SHARE',
};

const FIND_SAME_EMAIL: Statement = {
  name: 'find-same-email',
  text: 'SELECT 1 FROM users WHERE realm_key = $1 AND lower_email = $2 AND id <> $3 LIMIT 1',
};

/** The columns of a user with the places of their values, from `$first`. */
const places = (first: number) =>
  USER_COLUMNS.map((column, index) => ({ column, place: `$${first + index}` }));

const ADD: Statement = {
  name: 'add-user',
  text: `INSERT INTO users (realm_key, unique_email, original, ${USER_COLUMNS.join(', ')})
    VALUES ($1, $2, FALSE, ${places(3)
      .map(({ place }) => place)
      .join(', ')})`,
};

/** Keeps the user of the realm's origin that is about to change. Others may do so at the same time. */
const keepOriginal = (condition: string): string =>
  `WITH kept AS (
    INSERT INTO origin_users (realm_key, id, data)
    SELECT realm_key, id, data FROM users WHERE ${condition} AND original ON CONFLICT DO NOTHING)`;

const THIS_VERSION = 'realm_key = $1 AND id = $2 AND version = $3';

/** `$4`: whether the address has changed, `$5`: what takes its place in the index of unique ones. */
const SET: Statement = {
  name: 'set-user',
  text: `${keepOriginal(THIS_VERSION)}
    UPDATE users SET version = DEFAULT, original = FALSE,
      unique_email = CASE WHEN $4::BOOLEAN THEN $5 ELSE unique_email END,
      ${places(6)
        .map(({ column, place }) => `${column} = ${place}`)
        .join(', ')}
    WHERE ${THIS_VERSION}`,
};

const REMOVE: Statement = {
  name: 'remove-user',
  text: `${keepOriginal('realm_key = $1 AND id = $2')} DELETE FROM users WHERE realm_key = $1 AND id = $2`,
};

/** Users that are read at once. */
const BATCH = 500;

const ORDER = 'ORDER BY u.username, u.id';

/** Attempts without a lock, before the row is locked. */
const FREE_ATTEMPTS = 3;

/** Searches that are prepared. There are too many different ones for all of them to be kept. */
const MAX_SEARCHES = 50;

const SEARCHES = new Map<string, Statement>();

/** A search by its text. The first ones have a name, so that those of the pages that everybody sees are prepared. */
function searching(text: string): Statement {
  const known = SEARCHES.get(text);
  if (known !== undefined) return known;
  const isKept = SEARCHES.size < MAX_SEARCHES;
  const name = isKept ? `search-users-${SEARCHES.size + 1}` : '';
  const statement: Statement = { name, operation: 'read', text };
  if (isKept) SEARCHES.set(text, statement);
  return statement;
}

interface SortedRow extends UserRow {
  readonly username: string;
  readonly id: string;
}

export class PostgresUsers implements UserStore {
  readonly #database: Database;
  readonly #cache: RealmCache;

  constructor(database: Database, cache: RealmCache) {
    this.#database = database;
    this.#cache = cache;
  }

  find(realmId: string, userId: string): Promise<StoredUser | undefined> {
    return this.#findOne(realmId, FIND, userId);
  }

  findByUsername(realmId: string, username: string): Promise<StoredUser | undefined> {
    return this.#findOne(realmId, FIND_BY_USERNAME, username.toLowerCase());
  }

  async findByEmail(realmId: string, email: string): Promise<StoredUser | undefined> {
    return email === '' ? undefined : this.#findOne(realmId, FIND_BY_EMAIL, email.toLowerCase());
  }

  async findByLink(realmId: string, provider: string, userId: string): Promise<StoredUser | undefined> {
    const key = this.#keyOf(realmId);
    return key === undefined ? undefined : findByLink(this.#database, key, { provider, userId });
  }

  findServiceAccount(realmId: string, clientId: string): Promise<StoredUser | undefined> {
    return this.#findOne(realmId, FIND_SERVICE_ACCOUNT, clientId);
  }

  async search(realmId: string, query: UserQuery, { first, max }: Page): Promise<readonly StoredUser[]> {
    const key = this.#keyOf(realmId);
    if (key === undefined || max === 0) return [];
    const parameters = new SqlParameters(key);
    const condition = toCondition(query, parameters);
    const limit = `LIMIT ${parameters.add(max, 'BIGINT')}`;
    // Only where it is needed: the database plans a statement with an offset again each time.
    const page = first === 0 ? limit : `${limit} OFFSET ${parameters.add(first, 'BIGINT')}`;
    const text = `SELECT u.data FROM users u WHERE u.realm_key = $1 AND ${condition} ${ORDER} ${page}`;
    const rows = await this.#read<UserRow>(text, parameters);
    return rows.map(({ data }) => data);
  }

  async count(realmId: string, query: UserQuery): Promise<number> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return 0;
    const parameters = new SqlParameters(key);
    const condition = toCondition(query, parameters);
    const text = `SELECT count(*) AS count FROM users u WHERE u.realm_key = $1 AND ${condition}`;
    const [row] = await this.#read<{ readonly count: number }>(text, parameters);
    return row?.count ?? 0;
  }

  async *each(realmId: string, query: UserQuery = {}): AsyncGenerator<StoredUser, void> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return;
    for (let last: SortedRow | undefined; ; ) {
      const rows: readonly SortedRow[] = await readBatch(this.#database, key, query, last);
      for (const { data } of rows) yield data;
      last = rows.at(-1);
      if (rows.length < BATCH) return;
    }
  }

  async capture(realmId: string): Promise<UserSet | undefined> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return undefined;
    const users = await this.#database.transaction((queries) => readAll(queries, key), {
      isSnapshot: true,
      isLong: true,
    });
    return { list: () => users };
  }

  async create(realmId: string, user: StoredUser): Promise<void> {
    const key = this.#keyOf(realmId);
    if (key === undefined) throw new TypeError(`there is no realm with id ${realmId}`);
    await this.#database.transaction(async (queries) => {
      const unique = await uniqueEmail(queries, key, user);
      if (unique === undefined) throw new TypeError(`there is no realm with id ${realmId}`);
      await orDuplicate(user, queries.run(ADD, key, unique.email, ...userValues(user)));
      await checkEmail(queries, key, user, unique.email);
      await checkLinks(queries, key, undefined, user);
    });
  }

  async update(
    realmId: string,
    userId: string,
    change: (user: StoredUser) => StoredUser,
  ): Promise<StoredUser | undefined> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return undefined;
    for (let attempt = 1; attempt <= FREE_ATTEMPTS; attempt += 1) {
      const [row] = await this.#database.query<VersionedRow>(READ, key, toKey(userId));
      if (row === undefined) return undefined;
      const after = changed(row.data, change);
      if (after === row.data || (await this.#set(key, row, after))) return after;
      await pauseBefore(attempt);
    }
    return this.#database.transaction(async (queries) => {
      const [row] = await queries.query<VersionedRow>(LOCK, key, toKey(userId));
      if (row === undefined) return undefined;
      const after = changed(row.data, change);
      if (after !== row.data) await set(queries, key, row, after);
      return after;
    });
  }

  async remove(realmId: string, userId: string): Promise<boolean> {
    const key = this.#keyOf(realmId);
    return key !== undefined && (await this.#database.run(REMOVE, key, toKey(userId))) > 0;
  }

  #keyOf(realmId: string): string | undefined {
    return this.#cache.findById(realmId)?.key;
  }

  async #findOne(realmId: string, statement: Statement, value: string): Promise<StoredUser | undefined> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return undefined;
    const [row] = await this.#database.query<UserRow>(statement, key, toKey(value));
    return row?.data;
  }

  #read<Row>(text: string, parameters: SqlParameters): Promise<readonly Row[]> {
    return this.#database.query<Row>(searching(text), ...parameters.list());
  }

  /** False if another change came first. */
  async #set(key: string, row: VersionedRow, after: StoredUser): Promise<boolean> {
    const isFree = lowerEmail(row.data) === lowerEmail(after) && newLinks(row.data, after).length === 0;
    if (isFree) return set(this.#database, key, row, after);
    return this.#database.transaction((queries) => set(queries, key, row, after));
  }
}

function changed(before: StoredUser, change: (user: StoredUser) => StoredUser): StoredUser {
  const after = change(before);
  if (after.id !== before.id) throw new TypeError("a user's id does not change");
  return after;
}

/** False if another change came first. A change of the address or a new link must be in a transaction. */
async function set(queries: Queries, key: string, before: VersionedRow, after: StoredUser): Promise<boolean> {
  const isNewEmail = lowerEmail(before.data) !== lowerEmail(after);
  const email = isNewEmail ? ((await uniqueEmail(queries, key, after))?.email ?? null) : null;
  const values = [key, toKey(after.id), before.version, isNewEmail, email, ...userValues(after)];
  if ((await orDuplicate(after, queries.run(SET, ...values))) === 0) return false;
  await checkEmail(queries, key, after, email);
  await checkLinks(queries, key, before.data, after);
  return true;
}

/** What goes into the index of unique addresses; undefined if the realm is gone. */
async function uniqueEmail(
  queries: Queries,
  key: string,
  user: StoredUser,
): Promise<{ readonly email: string | null } | undefined> {
  const [rule] = await queries.query<{ readonly unique_emails: boolean }>(READ_EMAIL_RULE, key);
  if (rule === undefined) return undefined;
  const email = lowerEmail(user);
  return { email: rule.unique_emails && email !== '' ? email : null };
}

/** Users of a time when addresses could be shared are not in the index. @throws {DuplicateError} */
async function checkEmail(
  queries: Queries,
  key: string,
  user: StoredUser,
  unique: string | null,
): Promise<void> {
  if (unique === null) return;
  const others = await queries.query(FIND_SAME_EMAIL, key, unique, toKey(user.id));
  if (others.length > 0) throw new DuplicateError('email', user.email ?? '');
}

async function orDuplicate<Result>(user: StoredUser, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw toDuplicateUser(error, user);
  }
}

/** The matching users that follow on `last`, sorted by username. */
async function readBatch(
  queries: Queries,
  key: string,
  query: UserQuery,
  last: SortedRow | undefined,
): Promise<readonly SortedRow[]> {
  const parameters = new SqlParameters(key);
  const conditions = ['u.realm_key = $1', toCondition(query, parameters)];
  if (last !== undefined) {
    const [username, id] = [last.username, last.id].map((text) =>
      parameters.add(fromStoredText(text), 'TEXT'),
    );
    conditions.push(`(u.username, u.id) > (${username}, ${id})`);
  }
  const text = `SELECT u.username, u.id, u.data FROM users u
    WHERE ${conditions.join(' AND ')} ${ORDER} LIMIT ${BATCH}`;
  return queries.query<SortedRow>({ name: '', operation: 'read', text }, ...parameters.list());
}

/** All users of a realm, sorted by username. */
async function readAll(queries: Queries, key: string): Promise<readonly StoredUser[]> {
  const users: StoredUser[] = [];
  for (let last: SortedRow | undefined; ; ) {
    const rows: readonly SortedRow[] = await readBatch(queries, key, {}, last);
    users.push(...rows.map(({ data }) => data));
    last = rows.at(-1);
    if (rows.length < BATCH) return users;
  }
}
