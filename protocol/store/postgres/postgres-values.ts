// Values with an expiry in the database: one table for all kinds, where each change is a single step.
import { systemClock } from '#protocol/clock.ts';
import type { Consumed, ExpiringStore, PlainData, RealmValue, Store, ValueDecision } from '../store.ts';
import { type Database, Document, pauseBefore, type Statement } from './database.ts';

interface ValueRow<T> {
  readonly data: T;
  readonly used: boolean;
  /** As text: a version may be larger than a number can be. */
  readonly version: string;
  /** As text, likewise. */
  readonly position: string;
}

const KEY = 'kind = $1 AND realm_id = $2 AND id = $3';
const INSERT = `INSERT INTO expiring_values (kind, realm_id, id, used, expires_at, data)
  VALUES ($1, $2, $3, FALSE, $4, $5) ON CONFLICT (kind, realm_id, id) DO UPDATE
  SET used = FALSE, expires_at = EXCLUDED.expires_at, data = EXCLUDED.data,
    version = EXCLUDED.version, position = EXCLUDED.position`;

const PUT: Statement = { name: 'put-value', text: INSERT };

const ADD: Statement = { name: 'add-value', text: `${INSERT} WHERE expiring_values.expires_at <= $6` };

const FIND: Statement = {
  name: 'find-value',
  operation: 'read',
  text: `SELECT data, used, version::TEXT FROM expiring_values WHERE ${KEY} AND expires_at > $4`,
};

const CONSUME: Statement = {
  name: 'consume-value',
  text: `UPDATE expiring_values SET used = TRUE, version = DEFAULT
    WHERE ${KEY} AND expires_at > $4 AND NOT used RETURNING data`,
};

const REPLACE: Statement = {
  name: 'replace-value',
  text: `UPDATE expiring_values SET data = $5, expires_at = COALESCE($6, expires_at), version = DEFAULT
    WHERE ${KEY} AND version = $4::BIGINT`,
};

const REMOVE_VERSION: Statement = {
  name: 'remove-value-version',
  text: `DELETE FROM expiring_values WHERE ${KEY} AND version = $4::BIGINT`,
};

const REMOVE: Statement = { name: 'remove-value', text: `DELETE FROM expiring_values WHERE ${KEY}` };

const CLEAR: Statement = {
  name: 'clear-values',
  text: 'DELETE FROM expiring_values WHERE kind = $1 AND realm_id = $2',
};

const DROP: Statement = { name: 'drop-values', text: 'DELETE FROM expiring_values WHERE realm_id = $1' };

const LIST: Statement = {
  name: 'list-values',
  operation: 'read',
  text: `SELECT data, used, position::TEXT FROM expiring_values
    WHERE kind = $1 AND realm_id = $2 AND expires_at > $3 AND position > $4::BIGINT
    ORDER BY position LIMIT $5`,
};

/** A realm that no server has stored is in the memory of one, whose clock is not known here. */
const UNKNOWN_REALM_KEPT_MS = 24 * 60 * 60 * 1000;

/** Of a realm that is stored, the time is that of its clock; $1 is the machine's. */
const SWEEP: Statement = {
  name: 'sweep-values',
  text: `DELETE FROM expiring_values WHERE (kind, realm_id, id) IN (
    SELECT found.kind, found.realm_id, found.id
    FROM expiring_values AS found LEFT JOIN realms ON realms.id = found.realm_id
    WHERE found.expires_at <= (
        SELECT GREATEST($1, MAX(COALESCE(clock_frozen_at, $1 + COALESCE(clock_offset, 0)))) FROM realms)
      AND found.expires_at <= CASE WHEN realms.id IS NULL THEN $1 - ${UNKNOWN_REALM_KEPT_MS}
        ELSE COALESCE(realms.clock_frozen_at, $1 + COALESCE(realms.clock_offset, 0)) END
    LIMIT $2 FOR UPDATE OF found SKIP LOCKED)`,
};

/** Rows that are read or removed at a time. */
const BATCH = 500;

/** How often a change gives way to those of others. */
const MAX_ATTEMPTS = 100;

/** Repeats a step until no other change came in between. */
export async function untilStored<Result>(
  step: () => Promise<{ readonly result: Result } | undefined>,
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const stored = await step();
    if (stored !== undefined) return stored.result;
    await pauseBefore(attempt);
  }
  throw new Error('other changes came in between too often');
}

export interface PostgresValues extends Pick<Store, 'createExpiringStore' | 'dropExpiring'> {
  /** Removes a batch of expired values; whether there may be more. Several servers share the work. */
  sweep(): Promise<boolean>;
}

export function createPostgresValues(database: Database): PostgresValues {
  return {
    createExpiringStore: <T extends RealmValue & PlainData<T>>(kind: string) =>
      createStore<T>(database, kind),
    async dropExpiring(realmId) {
      await database.run(DROP, realmId);
    },
    sweep: async () => (await database.run(SWEEP, systemClock.now(), BATCH)) === BATCH,
  };
}

function createStore<T extends RealmValue>(database: Database, kind: string): ExpiringStore<T> {
  const read = async (realmId: string, id: string, now: number): Promise<ValueRow<T> | undefined> => {
    const [row] = await database.query<ValueRow<T>>(FIND, kind, realmId, id, now);
    return row;
  };
  return {
    async put(id, value, expiresAt) {
      await database.run(PUT, kind, value.realmId, id, expiresAt, new Document(value));
    },
    async add(id, value, expiresAt, now) {
      const added = await database.run(ADD, kind, value.realmId, id, expiresAt, new Document(value), now);
      return added > 0;
    },
    find: async (realmId, id, now) => (await read(realmId, id, now))?.data,
    async consume(realmId, id, now): Promise<Consumed<T>> {
      const [taken] = await database.query<ValueRow<T>>(CONSUME, kind, realmId, id, now);
      if (taken !== undefined) return { state: 'found', value: taken.data };
      const used = await read(realmId, id, now);
      return used === undefined ? { state: 'unknown' } : { state: 'used', value: used.data };
    },
    update: (realmId, id, now, change) =>
      untilStored(async () => {
        const row = await read(realmId, id, now);
        const decision = change(row?.data);
        const isStored = await storeDecision(database, [kind, realmId, id], { row, decision, now });
        return isStored ? { result: decision.result } : undefined;
      }),
    async remove(realmId, id) {
      await database.run(REMOVE, kind, realmId, id);
    },
    async clear(realmId) {
      await database.run(CLEAR, kind, realmId);
    },
    list: (realmId, fits, now, limit) => listFitting<T>(database, kind, realmId, { fits, now, limit }),
  };
}

type Key = readonly [kind: string, realmId: string, id: string];

interface Step<T> {
  readonly row: ValueRow<T> | undefined;
  readonly decision: ValueDecision<T, unknown>;
  readonly now: number;
}

/** False if another change came in between. */
async function storeDecision<T extends RealmValue>(
  database: Database,
  key: Key,
  { row, decision: { value, expiresAt }, now }: Step<T>,
): Promise<boolean> {
  if (value === undefined || (value === 'removed' && row === undefined)) return true;
  if (value === 'removed') return (await database.run(REMOVE_VERSION, ...key, row?.version)) > 0;
  if (value.realmId !== key[1]) throw new TypeError('a value does not change its realm');
  const document = new Document(value);
  if (row !== undefined)
    return (await database.run(REPLACE, ...key, row.version, document, expiresAt ?? null)) > 0;
  if (expiresAt === undefined) throw new TypeError('a new value needs an expiry');
  return (await database.run(ADD, ...key, expiresAt, document, now)) > 0;
}

interface Wanted<T> {
  readonly fits: (value: T, isUsed: boolean) => boolean;
  readonly now: number;
  readonly limit: number;
}

async function listFitting<T>(
  database: Database,
  kind: string,
  realmId: string,
  { fits, now, limit }: Wanted<T>,
): Promise<readonly T[]> {
  const found: T[] = [];
  let after = '0';
  for (;;) {
    const rows = await database.query<ValueRow<T>>(LIST, kind, realmId, now, after, BATCH);
    for (const { data, used } of rows) {
      if (found.length >= limit) return found;
      if (fits(data, used)) found.push(data);
    }
    if (rows.length < BATCH) return found;
    after = rows.at(-1)?.position ?? after;
  }
}
