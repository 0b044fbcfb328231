// Values with an expiry in the database: single statements that only one of concurrent callers can apply.
import type { KindOptions } from '../kind-options.ts';
import type { PlainData } from '../plain-data.ts';
import type { Consumed, ExpiringStore, RealmValue, Store, ValueDecision } from '../store.ts';
import {
  type Database,
  Document,
  type Parameter,
  pauseBefore,
  type Queries,
  type RowNumber,
} from './database.ts';
import { toMilliseconds } from './realm-rows.ts';
import { toKey } from './stored-key.ts';
import { Turns } from './turns.ts';
import * as sql from './value-statements.ts';

/** Attempts before the row is locked, and before the change is given up. */
const FREE_ATTEMPTS = 3;
const MAX_ATTEMPTS = 100;

/** Values that are read at once. */
const BATCH = 200;

interface ValueRow<T> {
  readonly data: T;
  readonly version: RowNumber;
}

type VersionRow = Pick<ValueRow<unknown>, 'version'>;

/** The versions of the values that callers have. */
type Versions = WeakMap<RealmValue, RowNumber>;

/** Which value is changed, and when. */
interface ValuePlace {
  readonly key: ValueKey;
  readonly now: number;
  readonly versions: Versions;
}

interface ListedRow<T> {
  readonly data: T;
  readonly used: boolean;
  readonly position: RowNumber;
}

/** The columns that name a value: kind, realm, id. */
type ValueKey = readonly [kind: string, realmId: string, id: string];

/** Undefined if another change came first. */
type Attempt<Result> = { readonly result: Result } | undefined;

type Change<T, Result> = (value: T | undefined) => ValueDecision<T, Result>;

class PostgresValues<T extends RealmValue> implements ExpiringStore<T> {
  readonly #database: Database;
  /** For changes that may be lost, if the kind permits it. */
  readonly #queries: Queries;
  readonly #kind: string;
  /** So that changes of one process do not prevent each other. */
  readonly #turns = new Turns();
  /** Of the values that callers have. */
  readonly #versions: Versions = new WeakMap();

  constructor(database: Database, kind: string, { mayBeLost }: KindOptions) {
    this.#database = database;
    this.#queries = mayBeLost === true ? database.unsynced : database;
    this.#kind = kind;
  }

  async put(id: string, value: T, expiresAt: number): Promise<void> {
    const key = this.#keyOf(value.realmId, id);
    const values = [...key, toMilliseconds(expiresAt), new Document(value)];
    const [row] = await this.#queries.query<VersionRow>(sql.PUT, ...values);
    if (row !== undefined) this.#versions.set(value, row.version);
  }

  async add(id: string, value: T, expiresAt: number, now: number): Promise<boolean> {
    const version = await add(this.#queries, this.#keyOf(value.realmId, id), value, expiresAt, now);
    if (version !== undefined) this.#versions.set(value, version);
    return version !== undefined;
  }

  async find(realmId: string, id: string, now: number): Promise<T | undefined> {
    const row = await read<T>(this.#database, this.#keyOf(realmId, id), now);
    if (row !== undefined) this.#versions.set(row.data, row.version);
    return row?.data;
  }

  async consume(realmId: string, id: string, now: number): Promise<Consumed<T>> {
    const key = this.#keyOf(realmId, id);
    const [taken] = await this.#database.query<{ readonly data: T }>(
      sql.CONSUME,
      ...key,
      toMilliseconds(now),
    );
    if (taken !== undefined) return { state: 'found', value: taken.data };
    const used = await read<T>(this.#database, key, now);
    return used === undefined ? { state: 'unknown' } : { state: 'used', value: used.data };
  }

  async update<Result>(
    realmId: string,
    id: string,
    now: number,
    change: Change<T, Result>,
    known?: T,
  ): Promise<Result> {
    const at = { key: this.#keyOf(realmId, id), now, versions: this.#versions };
    return this.#turns.take(JSON.stringify([realmId, id]), async () => {
      const asKnown = known && (await attemptAsKnown(this.#queries, at, change, known));
      if (asKnown !== undefined) return asKnown.result;
      for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
        const done =
          count <= FREE_ATTEMPTS
            ? await attempt(this.#queries, sql.FIND, at, change)
            : await this.#database.transaction((queries) => attempt(queries, sql.LOCK, at, change));
        if (done !== undefined) return done.result;
        await pauseBefore(count);
      }
      throw new Error(`a value of the kind ${this.#kind} is changed all the time`);
    });
  }

  async remove(realmId: string, id: string): Promise<void> {
    await this.#database.run(sql.REMOVE, ...this.#keyOf(realmId, id));
  }

  async clear(realmId: string): Promise<void> {
    await this.#database.run(sql.CLEAR, this.#kind, toKey(realmId));
  }

  async list(
    realmId: string,
    fits: (value: T, isUsed: boolean) => boolean,
    now: number,
    limit: number,
  ): Promise<readonly T[]> {
    const found: T[] = [];
    for (let after: RowNumber = 0; found.length < limit; ) {
      const range: readonly Parameter[] = [toMilliseconds(now), after, BATCH];
      const rows = await this.#database.query<ListedRow<T>>(sql.LIST, this.#kind, toKey(realmId), ...range);
      found.push(...rows.filter(({ data, used }) => fits(data, used)).map(({ data }) => data));
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) break;
      after = last.position;
    }
    return found.slice(0, limit);
  }

  #keyOf(realmId: string, id: string): ValueKey {
    return [this.#kind, toKey(realmId), toKey(id)];
  }
}

async function read<T>(queries: Queries, key: ValueKey, now: number): Promise<ValueRow<T> | undefined> {
  const [row] = await queries.query<ValueRow<T>>(sql.FIND, ...key, toMilliseconds(now));
  return row;
}

/** The version of the value; undefined if there is another one. */
async function add(
  queries: Queries,
  key: ValueKey,
  value: RealmValue,
  expiresAt: number,
  now: number,
): Promise<RowNumber | undefined> {
  const times = [toMilliseconds(expiresAt), new Document(value), toMilliseconds(now)];
  const [row] = await queries.query<VersionRow>(sql.ADD, ...key, ...times);
  return row?.version;
}

/** Reads a value, asks what becomes of it, and stores that. */
async function attempt<T extends RealmValue, Result>(
  queries: Queries,
  reading: typeof sql.FIND,
  at: ValuePlace,
  change: Change<T, Result>,
): Promise<Attempt<Result>> {
  const [row] = await queries.query<ValueRow<T>>(reading, ...at.key, toMilliseconds(at.now));
  const decision = change(row?.data);
  return (await write(queries, at, row, decision)) ? { result: decision.result } : undefined;
}

/** As {@link attempt}, for a value that the caller has. Only a value that is stored in its place shows that it is still so. */
async function attemptAsKnown<T extends RealmValue, Result>(
  queries: Queries,
  at: ValuePlace,
  change: Change<T, Result>,
  known: T,
): Promise<Attempt<Result>> {
  const version = at.versions.get(known);
  if (version === undefined) return undefined;
  const decision = decideAsKnown(change, known);
  if (typeof decision?.value !== 'object') return undefined;
  const isStored = await write(queries, at, { data: known, version }, decision);
  return isStored ? { result: decision.result } : undefined;
}

/** A change that fails may do so because the value is not so any more. */
function decideAsKnown<T, Result>(change: Change<T, Result>, known: T): ValueDecision<T, Result> | undefined {
  try {
    return change(known);
  } catch {
    return undefined;
  }
}

/** False if another change came first. */
async function write<T extends RealmValue>(
  queries: Queries,
  { key, now, versions }: ValuePlace,
  row: ValueRow<T> | undefined,
  { value, expiresAt }: ValueDecision<T, unknown>,
): Promise<boolean> {
  if (value === undefined) return true;
  if (value === 'removed')
    return row === undefined || (await queries.run(sql.REMOVE_VERSION, ...key, row.version)) > 0;
  const [, realmKey] = key;
  if (toKey(value.realmId) !== realmKey) throw new TypeError('a value stays in its realm');
  if (row === undefined && expiresAt === undefined) throw new TypeError('a new value needs an expiry');
  const version =
    row === undefined
      ? await add(queries, key, value, expiresAt ?? now, now)
      : await set(queries, key, row.version, value, expiresAt, now);
  if (version !== undefined) versions.set(value, version);
  return version !== undefined;
}

async function set(
  queries: Queries,
  key: ValueKey,
  version: RowNumber,
  value: RealmValue,
  expiresAt: number | undefined,
  now: number,
): Promise<RowNumber | undefined> {
  const until = expiresAt === undefined ? null : toMilliseconds(expiresAt);
  const values = [version, new Document(value), until, toMilliseconds(now)];
  const [row] = await queries.query<VersionRow>(sql.SET, ...key, ...values);
  return row?.version;
}

/** The expiring stores of a database, by kind. A database has no need of a capacity: values are swept when they expire. */
export function createPostgresValues(
  database: Database,
): Pick<Store, 'createExpiringStore' | 'dropExpiring'> {
  const stores = new Map<string, ExpiringStore<RealmValue>>();
  return {
    createExpiringStore<T extends RealmValue & PlainData<T>>(kind: string, options: KindOptions = {}) {
      const known = stores.get(kind) as ExpiringStore<T> | undefined;
      if (known !== undefined) return known;
      const store = new PostgresValues<T>(database, kind, options);
      // Whoever asks for the kind names the type of its values.
      stores.set(kind, store as unknown as ExpiringStore<RealmValue>);
      return store;
    },
    async dropExpiring(realmId) {
      await database.run(sql.DROP, toKey(realmId));
    },
  };
}
