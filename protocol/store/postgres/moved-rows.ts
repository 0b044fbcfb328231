// Rows of a realm that is moved: added in batches, and read in batches without being in memory at once.
import { inBatches, type MovedRealm, type MovedUser } from '../moving.ts';
import {
  DuplicateError,
  type RevokedTokens,
  type StoredUser,
  type StoringOptions,
  type UserSession,
} from '../store.ts';
import { Document, type Queries, type Statement } from './database.ts';
import { violatedUnique } from './database-errors.ts';
import { toMilliseconds } from './realm-rows.ts';
import { ADD_ORIGIN } from './realm-statements.ts';
import { toKey } from './stored-key.ts';
import { fromStoredText } from './stored-text.ts';
import { addUserBatch } from './user-rows.ts';

/** Rows of one statement: few enough for the memory of the youngest objects. */
const BATCH = 250;

const ADD_ORIGIN_USERS: Statement = {
  name: 'add-origin-users',
  text: `INSERT INTO origin_users (realm_key, id, data)
    SELECT $1::UUID, a.id, a.data::JSON FROM unnest($2::TEXT[], $3::TEXT[]) AS a (id, data)`,
};

/** Lists of lists must have the same length, so the ids of clients travel as JSON. */
const ADD_SESSIONS: Statement = {
  name: 'add-sessions',
  text: `INSERT INTO sessions (realm_key, id, user_id, offline, client_ids, started_at, data)
    SELECT $1::UUID, a.id, a.user_id, a.offline, ARRAY(SELECT json_array_elements_text(a.client_ids::JSON)),
      a.started_at, a.data::JSONB
    FROM unnest($2::TEXT[], $3::TEXT[], $4::BOOLEAN[], $5::TEXT[], $6::BIGINT[], $7::TEXT[])
      AS a (id, user_id, offline, client_ids, started_at, data)`,
};

const ADD_TOKENS: Statement = {
  name: 'add-revoked-tokens',
  text: `INSERT INTO revoked_tokens (realm_key, jti, expires_at)
    SELECT $1::UUID, a.jti, a.expires_at FROM unnest($2::TEXT[], $3::BIGINT[]) AS a (jti, expires_at)`,
};

/** What the database says of the values that are there already: `Key (realm_key, id)=(…, ann) already exists.` */
const TAKEN = /\)=\([0-9a-f-]{36}, (.*)\)/s;

const MEMBERS: Readonly<Record<string, string>> = {
  users_id: 'id',
  users_username: 'username',
  users_email: 'email',
  sessions_id: 'id',
  origin_users_pkey: 'id',
};

/** A {@link DuplicateError} for rows that share what must differ; any other error unchanged. */
function toDuplicate(error: unknown): unknown {
  const member = MEMBERS[violatedUnique(error) ?? ''];
  if (member === undefined) return error;
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : '';
  return new DuplicateError(member, fromStoredText(TAKEN.exec(detail)?.[1] ?? ''));
}

async function addUsers(
  queries: Queries,
  key: string,
  { realm, users }: MovedRealm,
  { signal, written }: StoringOptions,
): Promise<void> {
  let count = 0;
  for await (const batch of inBatches(users(), BATCH)) {
    signal?.throwIfAborted();
    await addUserBatch(queries, key, realm, batch);
    count += batch.length;
    written?.(count);
  }
}

async function addSessions(queries: Queries, key: string, moved: MovedRealm): Promise<void> {
  for await (const batch of inBatches(moved.sessions(), BATCH)) {
    const clientIds = batch.map(({ clients }) => new Document(Object.keys(clients).map(toKey)));
    await queries.run(
      ADD_SESSIONS,
      key,
      batch.map(({ id }) => toKey(id)),
      batch.map(({ userId }) => toKey(userId)),
      batch.map(({ offline }) => offline),
      clientIds,
      batch.map(({ startedAt }) => toMilliseconds(startedAt)),
      batch.map((session) => new Document(session)),
    );
  }
}

/** Adds all rows of a realm whose draft has this key. @throws {DuplicateError} */
export async function addMovedRows(
  queries: Queries,
  key: string,
  moved: MovedRealm,
  watch: StoringOptions,
): Promise<void> {
  const { origin } = moved;
  try {
    await addUsers(queries, key, moved, watch);
    if (origin !== undefined)
      await queries.run(ADD_ORIGIN, key, toMilliseconds(origin.storedAt), new Document(origin.realm));
    for await (const batch of inBatches(moved.originUsers(), BATCH)) {
      const documents = batch.map((user) => new Document(user));
      await queries.run(
        ADD_ORIGIN_USERS,
        key,
        batch.map(({ id }) => toKey(id)),
        documents,
      );
    }
    await addSessions(queries, key, moved);
    for await (const tokens of moved.revokedTokens())
      await queries.run(
        ADD_TOKENS,
        key,
        Object.keys(tokens).map(toKey),
        Object.values(tokens).map(toMilliseconds),
      );
  } catch (error) {
    throw toDuplicate(error);
  }
}

/** Reads the rows of a query in a transaction. Cursors of one transaction have different names. */
async function* fetchRows<Row>(
  queries: Queries,
  cursor: string,
  query: string,
  key: string,
): AsyncGenerator<readonly Row[], void> {
  await queries.run({ name: '', operation: 'read', text: `DECLARE ${cursor} CURSOR FOR ${query}` }, key);
  const fetch: Statement = { name: '', operation: 'read', text: `FETCH ${BATCH} FROM ${cursor}` };
  try {
    for (;;) {
      const rows = await queries.query<Row>(fetch);
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH) return;
    }
  } finally {
    await queries.run({ name: '', operation: 'read', text: `CLOSE ${cursor}` });
  }
}

/** The users of a realm in the order in which they were added. */
export async function* readMovedUsers(queries: Queries, key: string): AsyncGenerator<MovedUser, void> {
  const query = 'SELECT original, data FROM users WHERE realm_key = $1 ORDER BY position';
  type Row = { readonly original: boolean; readonly data: StoredUser };
  for await (const rows of fetchRows<Row>(queries, 'moved_users', query, key))
    for (const { original, data } of rows) yield { user: data, isOriginal: original };
}

/** Users of the origin that have changed or gone since. */
export async function* readOriginUsers(queries: Queries, key: string): AsyncGenerator<StoredUser, void> {
  const query = 'SELECT data FROM origin_users WHERE realm_key = $1';
  for await (const rows of fetchRows<{ readonly data: StoredUser }>(queries, 'origin_users_read', query, key))
    for (const { data } of rows) yield data;
}

/** The sessions of a realm. */
export async function* readSessions(queries: Queries, key: string): AsyncGenerator<UserSession, void> {
  const query = 'SELECT data FROM sessions WHERE realm_key = $1 ORDER BY started_at, id';
  for await (const rows of fetchRows<{ readonly data: UserSession }>(queries, 'moved_sessions', query, key))
    for (const { data } of rows) yield data;
}

/** The revoked tokens of a realm. */
export async function* readTokens(queries: Queries, key: string): AsyncGenerator<RevokedTokens, void> {
  const query = 'SELECT jti, expires_at FROM revoked_tokens WHERE realm_key = $1';
  type Row = { readonly jti: string; readonly expires_at: number };
  for await (const rows of fetchRows<Row>(queries, 'moved_tokens', query, key))
    yield Object.fromEntries(rows.map(({ jti, expires_at }) => [fromStoredText(jti), expires_at]));
}
