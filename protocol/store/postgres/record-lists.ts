// The newest records of each realm in the database.
import { MAX_RECORDS } from '../memory/record-list.ts';
import type { RealmRecord, RecordList, RecordLists } from '../record-list.ts';
import { type Database, Document, type Queries, type Statement } from './database.ts';
import { toMilliseconds } from './realm-rows.ts';
import { toKey } from './stored-key.ts';

const THIS = 'kind = $1 AND realm_id = $2';

/** `$3` times, `$4` records. */
const ADD: Statement = {
  name: 'add-records',
  text: `INSERT INTO realm_records (kind, realm_id, recorded_at, data)
    SELECT $1, $2, r.recorded_at, r.data FROM unnest($3::BIGINT[], $4::JSON[])
    WITH ORDINALITY AS r (recorded_at, data, number) ORDER BY r.number`,
};

/** `$3` how many. */
const LIST: Statement = {
  name: 'list-records',
  operation: 'read',
  text: `SELECT data FROM realm_records WHERE ${THIS} ORDER BY position DESC LIMIT $3`,
};

/** `$3` the newest time that is removed. */
const REMOVE_EXPIRED: Statement = {
  name: 'remove-expired-records',
  text: `DELETE FROM realm_records WHERE ${THIS} AND recorded_at <= $3`,
};

const CLEAR: Statement = { name: 'clear-records', text: `DELETE FROM realm_records WHERE ${THIS}` };

/** `$3` how many stay. */
const TRIM: Statement = {
  name: 'trim-records',
  text: `DELETE FROM realm_records WHERE ${THIS} AND position <= (
    SELECT position FROM realm_records WHERE ${THIS} ORDER BY position DESC OFFSET $3 LIMIT 1)`,
};

/** Records that one server adds between two looks at whether there are too many. */
const TRIM_EVERY = 500;

class PostgresRecords<T extends RealmRecord> implements RecordList<T> {
  readonly #database: Database;
  readonly #kind: string;
  readonly #capacity: number;
  #added = 0;

  constructor(database: Database, kind: string, capacity: number) {
    this.#database = database;
    this.#kind = kind;
    this.#capacity = capacity;
  }

  async add(records: readonly T[]): Promise<void> {
    const [first] = records;
    if (first === undefined) return;
    await this.#insert(this.#database, first.realmId, records);
    this.#added += records.length;
    if (this.#added < TRIM_EVERY) return;
    this.#added = 0;
    await this.#database.run(TRIM, this.#kind, toKey(first.realmId), this.#capacity);
  }

  async list(realmId: string, expiredBefore?: number): Promise<readonly T[]> {
    const key = [this.#kind, toKey(realmId)] as const;
    if (expiredBefore !== undefined)
      await this.#database.run(REMOVE_EXPIRED, ...key, toMilliseconds(expiredBefore));
    const rows = await this.#database.query<{ readonly data: T }>(LIST, ...key, this.#capacity);
    return rows.map(({ data }) => data);
  }

  async replace(realmId: string, records: readonly T[]): Promise<void> {
    await this.#database.transaction(async (queries) => {
      await queries.run(CLEAR, this.#kind, toKey(realmId));
      if (records.length > 0) await this.#insert(queries, realmId, records);
    });
  }

  async #insert(queries: Queries, realmId: string, records: readonly T[]): Promise<void> {
    const times = records.map(({ time }) => toMilliseconds(time));
    const documents = records.map((record) => new Document(record));
    await queries.run(ADD, this.#kind, toKey(realmId), times, documents);
  }
}

/** The record lists of a database. */
export function createPostgresRecords(database: Database, capacity: number = MAX_RECORDS): RecordLists {
  return { createRecordList: (kind) => new PostgresRecords(database, kind, capacity) };
}
