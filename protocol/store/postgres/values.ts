// Values with an expiry in the database: single statements that only one of concurrent callers can apply.
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
  readonly #kind: string;
  /** So that changes of one process do not prevent each other. */
  readonly #turns = new Turns();

  constructor(database: Database, kind: string) {
    this.#database = database;
    this.#kind = kind;
  }

  async put(id: string, value: T, expiresAt: number): Promise<void> {
    const key = this.#keyOf(value.realmId, id);
    await this.#database.run(sql.PUT, ...key, toMilliseconds(expiresAt), new Document(value));
  }

  add(id: string, value: T, expiresAt: number, now: number): Promise<boolean> {
    return add(this.#database, this.#keyOf(value.realmId, id), value, expiresAt, now);
  }

  async find(realmId: string, id: string, now: number): Promise<T | undefined> {
    return (await read<T>(this.#database, this.#keyOf(realmId, id), now))?.data;
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

  async update<Result>(realmId: string, id: string, now: number, change: Change<T, Result>): Promise<Result> {
    const key = this.#keyOf(realmId, id);
    return this.#turns.take(JSON.stringify([realmId, id]), async () => {
      for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
        const done =
          count <= FREE_ATTEMPTS
            ? await attempt(this.#database, sql.FIND, key, now, change)
            : await this.#database.transaction((queries) => attempt(queries, sql.LOCK, key, now, change));
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

async function add(
  queries: Queries,
  key: ValueKey,
  value: RealmValue,
  expiresAt: number,
  now: number,
): Promise<boolean> {
  const times = [toMilliseconds(expiresAt), new Document(value), toMilliseconds(now)];
  return (await queries.run(sql.ADD, ...key, ...times)) > 0;
}

/** Reads a value, asks what becomes of it, and stores that. */
async function attempt<T extends RealmValue, Result>(
  queries: Queries,
  reading: typeof sql.FIND,
  key: ValueKey,
  now: number,
  change: Change<T, Result>,
): Promise<Attempt<Result>> {
  const [row] = await queries.query<ValueRow<T>>(reading, ...key, toMilliseconds(now));
  const decision = change(row?.data);
  return (await write(queries, key, row, decision, now)) ? { result: decision.result } : undefined;
}

/** False if another change came first. */
async function write<T extends RealmValue>(
  queries: Queries,
  key: ValueKey,
  row: ValueRow<T> | undefined,
  { value, expiresAt }: ValueDecision<T, unknown>,
  now: number,
): Promise<boolean> {
  if (value === undefined) return true;
  if (value === 'removed')
    return row === undefined || (await queries.run(sql.REMOVE_VERSION, ...key, row.version)) > 0;
  const [, realmKey] = key;
  if (toKey(value.realmId) !== realmKey) throw new TypeError('a value stays in its realm');
  if (row === undefined) {
    if (expiresAt === undefined) throw new TypeError('a new value needs an expiry');
    return add(queries, key, value, expiresAt, now);
  }
  const until = expiresAt === undefined ? null : toMilliseconds(expiresAt);
  return (await queries.run(sql.SET, ...key, row.version, new Document(value), until)) > 0;
}

/** The expiring stores of a database, by kind. A database has no need of a capacity: values are swept when they expire. */
export function createPostgresValues(
  database: Database,
): Pick<Store, 'createExpiringStore' | 'dropExpiring'> {
  const stores = new Map<string, ExpiringStore<RealmValue>>();
  return {
    createExpiringStore<T extends RealmValue & PlainData<T>>(kind: string) {
      const known = stores.get(kind) as ExpiringStore<T> | undefined;
      if (known !== undefined) return known;
      const store = new PostgresValues<T>(database, kind);
      // Whoever asks for the kind names the type of its values.
      stores.set(kind, store as unknown as ExpiringStore<RealmValue>);
      return store;
    },
    async dropExpiring(realmId) {
      await database.run(sql.DROP, toKey(realmId));
    },
  };
}
