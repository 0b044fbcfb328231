// Sessions and revoked tokens in the database. A change is stored only if the session is still as it was read.
import type {
  RevokedTokens,
  SessionDecision,
  SessionKey,
  SessionQuery,
  SessionSet,
  SessionStore,
  UserSession,
} from '../store.ts';
import { type Database, Document, type Parameter, type Queries, type Statement } from './database.ts';
import { isMissingReference, violatedUnique } from './database-errors.ts';
import { untilStored } from './postgres-values.ts';

/** The realms that are stored. */
export interface RealmKeys {
  /** The key of the realm's rows; undefined if there is no such realm. */
  keyOf(realmId: string): string | undefined;
}

interface SessionRow {
  readonly data: UserSession;
  /** As text: a version may be larger than a number can be. */
  readonly version: string;
}

const KEY = 'realm_key = $1 AND id = $2';

const FIND: Statement = {
  name: 'find-session',
  operation: 'read',
  text: `SELECT data, version::TEXT FROM sessions WHERE ${KEY}`,
};

/** One row, whether or not there is a session. */
const FIND_WITH_TOKEN: Statement = {
  name: 'find-session-with-token',
  operation: 'read',
  text: `SELECT sessions.data, sessions.version::TEXT, revoked_tokens.jti IS NOT NULL AS revoked
    FROM (SELECT 1) AS one
    LEFT JOIN sessions ON sessions.realm_key = $1 AND sessions.id = $2
    LEFT JOIN revoked_tokens ON revoked_tokens.realm_key = $1 AND revoked_tokens.jti = $3`,
};

const INSERT = `INSERT INTO sessions (realm_key, id, user_id, offline, client_ids, started_at, data)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const CREATE: Statement = { name: 'create-session', text: `${INSERT} RETURNING version::TEXT` };

const ADD: Statement = {
  name: 'add-session',
  text: `${INSERT} ON CONFLICT (realm_key, id) DO NOTHING RETURNING version::TEXT`,
};

const PUT: Statement = {
  name: 'put-session',
  text: `${INSERT} ON CONFLICT (realm_key, id) DO UPDATE SET user_id = EXCLUDED.user_id,
    offline = EXCLUDED.offline, client_ids = EXCLUDED.client_ids, started_at = EXCLUDED.started_at,
    data = EXCLUDED.data, version = EXCLUDED.version RETURNING version::TEXT`,
};

const UPDATE = `UPDATE sessions SET user_id = $3, offline = $4, client_ids = $5, started_at = $6, data = $7,
    version = DEFAULT WHERE ${KEY} AND version = $8::BIGINT RETURNING version::TEXT`;

const REPLACE: Statement = { name: 'replace-session', text: UPDATE };

const END: Statement = {
  name: 'end-session',
  text: `DELETE FROM sessions WHERE ${KEY} AND version = $3::BIGINT RETURNING version::TEXT`,
};

/** Tokens that are revoked together with a change of a session, which `changed` stands for. */
function revokingWith(change: string, jtis: string, expiries: string): string {
  return `WITH changed AS (${change}), revoked AS (
    INSERT INTO revoked_tokens (realm_key, jti, expires_at)
    SELECT $1, token.jti, token.expires_at
    FROM UNNEST(${jtis}::TEXT[], ${expiries}::BIGINT[]) AS token (jti, expires_at), changed
    ON CONFLICT (realm_key, jti) DO UPDATE
    SET expires_at = GREATEST(revoked_tokens.expires_at, EXCLUDED.expires_at))
  SELECT version FROM changed`;
}

const REPLACE_AND_REVOKE: Statement = {
  name: 'replace-session-and-revoke',
  text: revokingWith(UPDATE, '$9', '$10'),
};

const END_AND_REVOKE: Statement = {
  name: 'end-session-and-revoke',
  text: revokingWith(END.text, '$4', '$5'),
};

const REVOKE_ALL: Statement = {
  name: 'revoke-tokens',
  text: `INSERT INTO revoked_tokens (realm_key, jti, expires_at)
    SELECT $1, token.jti, token.expires_at
    FROM UNNEST($2::TEXT[], $3::BIGINT[]) AS token (jti, expires_at)
    ON CONFLICT (realm_key, jti) DO UPDATE
    SET expires_at = GREATEST(revoked_tokens.expires_at, EXCLUDED.expires_at)`,
};

const REVOKE: Statement = {
  name: 'revoke-token',
  text: `INSERT INTO revoked_tokens (realm_key, jti, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (realm_key, jti) DO NOTHING`,
};

const IS_REVOKED: Statement = {
  name: 'is-token-revoked',
  operation: 'read',
  text: 'SELECT 1 FROM revoked_tokens WHERE realm_key = $1 AND jti = $2',
};

const REMOVE: Statement = {
  name: 'remove-session',
  text: `DELETE FROM sessions WHERE ${KEY} RETURNING data`,
};

const FORGET: Statement = {
  name: 'forget-tokens',
  text: `DELETE FROM revoked_tokens WHERE (realm_key, jti) IN (
    SELECT realm_key, jti FROM revoked_tokens WHERE realm_key = $1 AND expires_at <= $2
    LIMIT $3 FOR UPDATE SKIP LOCKED)`,
};

const LIST_TOKENS: Statement = {
  name: 'list-revoked-tokens',
  operation: 'read',
  text: 'SELECT jti, expires_at FROM revoked_tokens WHERE realm_key = $1',
};

/** Rows that are read or removed at a time. */
const BATCH = 500;

/** Each combination of conditions is a statement of its own, which the database plans with the index that fits. */
function listStatement({ userId, clientUuid, offline }: SessionQuery): Statement {
  const conditions = [
    userId === undefined ? '' : ' AND user_id = $4',
    clientUuid === undefined ? '' : ' AND client_ids @> ARRAY[$5]',
    offline === undefined ? '' : ' AND offline = $6',
  ];
  const given = conditions.map((condition) => (condition === '' ? '0' : '1')).join('');
  // A parameter that no condition names needs a type.
  const unused = '($4::TEXT, $5::TEXT, $6::BOOLEAN) IS NOT DISTINCT FROM ($4, $5, $6)';
  return {
    name: `list-sessions-${given}`,
    operation: 'read',
    text: `SELECT data, version::TEXT FROM sessions WHERE realm_key = $1 AND (started_at, id) > ($2, $3)
      AND ${unused}${conditions.join('')} ORDER BY started_at, id LIMIT ${BATCH}`,
  };
}

/** What the store knows of a session that it has read or written. */
type Versions = WeakMap<UserSession, string>;

export function createPostgresSessions(database: Database, realms: RealmKeys): SessionStore {
  const versions: Versions = new WeakMap();
  const known = ({ data, version }: SessionRow): UserSession => {
    versions.set(data, version);
    return data;
  };
  const keyOf = (realmId: string): string | undefined => realms.keyOf(realmId);
  return {
    async find(realmId, sessionId) {
      const key = keyOf(realmId);
      const [row] = key === undefined ? [] : await database.query<SessionRow>(FIND, key, sessionId);
      return row && known(row);
    },
    async create(session) {
      const key = keyOf(session.realmId);
      // A late request of a realm that was removed leaves nothing behind.
      if (key === undefined) return;
      try {
        await write(database, CREATE, key, session, versions);
      } catch (error) {
        if (violatedUnique(error) !== undefined) throw new TypeError(`there is a session ${session.id}`);
        if (!isMissingReference(error)) throw error;
      }
    },
    update: (at, change) => updateSession({ database, versions, key: keyOf(at.realmId), at }, change),
    async remove(realmId, sessionId) {
      const key = keyOf(realmId);
      const [row] = key === undefined ? [] : await database.query<SessionRow>(REMOVE, key, sessionId);
      return row?.data;
    },
    async discard(session) {
      const [key, version] = [keyOf(session.realmId), versions.get(session)];
      if (key === undefined || version === undefined) return false;
      return (await database.run(END, key, session.id, version)) > 0;
    },
    list: (realmId, query = {}) => listSessions(database, keyOf(realmId), query, known),
    async revokeToken(realmId, jti, expiresAt) {
      const key = keyOf(realmId);
      if (key === undefined) return true;
      return ignoringLostRealm(async () => (await database.run(REVOKE, key, jti, expiresAt)) > 0, true);
    },
    async isTokenRevoked(realmId, jti) {
      const key = keyOf(realmId);
      return key !== undefined && (await database.query(IS_REVOKED, key, jti)).length > 0;
    },
    async forgetExpiredTokens(realmId, now) {
      const key = keyOf(realmId);
      if (key === undefined) return;
      while ((await database.run(FORGET, key, now, BATCH)) === BATCH);
    },
    capture: (realmId) => capture(database, keyOf(realmId), known),
    async restore(realmId, captured) {
      const key = keyOf(realmId);
      if (key === undefined) return;
      await database.transaction(
        async (queries) => {
          for (const session of captured.sessions) await write(queries, PUT, key, session, versions);
          await queries.run(REVOKE_ALL, key, ...tokenColumns(captured.revoked));
        },
        { isLong: true },
      );
    },
  };
}

/** What a late request of a removed realm would store is lost with the realm. */
async function ignoringLostRealm<Result>(store: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await store();
  } catch (error) {
    if (isMissingReference(error)) return otherwise;
    throw error;
  }
}

const columnsOf = (session: UserSession): readonly Parameter[] => [
  session.userId,
  session.offline,
  Object.keys(session.clients),
  session.startedAt,
  new Document(session),
];

const tokenColumns = (
  revoked: RevokedTokens,
): readonly [jtis: readonly string[], expiries: readonly number[]] => [
  Object.keys(revoked),
  Object.values(revoked),
];

/** Whether a row was written. */
async function write(
  queries: Queries,
  statement: Statement,
  key: string,
  session: UserSession,
  versions: Versions,
  ...further: readonly Parameter[]
): Promise<boolean> {
  const parameters = [key, session.id, ...columnsOf(session), ...further];
  const [row] = await queries.query<Pick<SessionRow, 'version'>>(statement, ...parameters);
  if (row !== undefined) versions.set(session, row.version);
  return row !== undefined;
}

interface Updating {
  readonly database: Database;
  readonly versions: Versions;
  readonly key: string | undefined;
  readonly at: SessionKey;
}

interface FoundSession {
  readonly session: UserSession | undefined;
  readonly version: string | undefined;
  readonly isRevoked: boolean;
}

async function updateSession<Result>(
  updating: Updating,
  change: (session: UserSession | undefined, isRevoked: boolean) => SessionDecision<Result>,
): Promise<Result> {
  const { key } = updating;
  if (key === undefined) return change(undefined, false).result;
  return untilStored(async () => {
    const found = await readForUpdate(updating, key);
    const decision = change(found.session, found.isRevoked);
    checkSame(updating.at, decision.session);
    const isStored = await ignoringLostRealm(() => storeDecision(updating, key, found, decision), true);
    return isStored ? { result: decision.result } : undefined;
  });
}

async function readForUpdate({ database, at: { id, jti } }: Updating, key: string): Promise<FoundSession> {
  type Row = Partial<SessionRow> & { readonly revoked?: boolean };
  const [row] =
    jti === undefined
      ? await database.query<Row>(FIND, key, id)
      : await database.query<Row>(FIND_WITH_TOKEN, key, id, jti);
  return {
    session: row?.data ?? undefined,
    version: row?.version ?? undefined,
    isRevoked: row?.revoked === true,
  };
}

function checkSame({ realmId, id }: SessionKey, session: UserSession | 'ended' | undefined): void {
  if (session === undefined || session === 'ended') return;
  if (session.id !== id || session.realmId !== realmId)
    throw new TypeError(`session ${id} cannot become ${session.id}`);
}

/** False if another change came in between. */
async function storeDecision(
  updating: Updating,
  key: string,
  { session: before, version }: FoundSession,
  { session: after, revoked }: SessionDecision<unknown>,
): Promise<boolean> {
  const { database, versions, at } = updating;
  const tokens = revoked === undefined ? undefined : tokenColumns(revoked);
  const revokeAlone = async (): Promise<true> => {
    if (tokens !== undefined) await database.run(REVOKE_ALL, key, ...tokens);
    return true;
  };
  if (after === undefined || after === before || (after === 'ended' && before === undefined))
    return revokeAlone();
  if (after === 'ended') {
    const statement = tokens === undefined ? END : END_AND_REVOKE;
    return (await database.query(statement, key, at.id, version, ...(tokens ?? []))).length > 0;
  }
  if (version === undefined) return (await write(database, ADD, key, after, versions)) && revokeAlone();
  const statement = tokens === undefined ? REPLACE : REPLACE_AND_REVOKE;
  return write(database, statement, key, after, versions, version, ...(tokens ?? []));
}

async function* listSessions(
  queries: Queries,
  key: string | undefined,
  query: SessionQuery,
  known: (row: SessionRow) => UserSession,
): AsyncGenerator<UserSession, void> {
  if (key === undefined) return;
  const statement = listStatement(query);
  const conditions = [query.userId, query.clientUuid, query.offline].map((value) => value ?? null);
  let [startedAt, id] = [Number.MIN_SAFE_INTEGER, ''];
  for (;;) {
    const rows = await queries.query<SessionRow>(statement, key, startedAt, id, ...conditions);
    for (const row of rows) yield known(row);
    const last = rows.at(-1)?.data;
    if (last === undefined || rows.length < BATCH) return;
    [startedAt, id] = [last.startedAt, last.id];
  }
}

async function capture(
  database: Database,
  key: string | undefined,
  known: (row: SessionRow) => UserSession,
): Promise<SessionSet> {
  if (key === undefined) return { sessions: [], revoked: {} };
  return database.transaction(
    async (queries) => {
      const sessions: UserSession[] = [];
      for await (const session of listSessions(queries, key, {}, known)) sessions.push(session);
      const tokens = await queries.query<{ jti: string; expires_at: number }>(LIST_TOKENS, key);
      return {
        sessions,
        revoked: Object.fromEntries(tokens.map(({ jti, expires_at }) => [jti, expires_at])),
      };
    },
    { isSnapshot: true },
  );
}
