// The statements of single sessions and of revoked tokens. `$1` is the key of the realm, `$2` the session's id.
import type { Statement } from './database.ts';

const THIS = 'realm_key = $1 AND id = $2';
const THIS_VERSION = `${THIS} AND version = $3`;

export const FIND: Statement = {
  name: 'find-session',
  isBrief: true,
  operation: 'read',
  text: `SELECT data, version FROM sessions WHERE ${THIS}`,
};

/** `$3`: a token. Always one row. */
export const FIND_WITH_TOKEN: Statement = {
  name: 'find-session-with-token',
  isBrief: true,
  operation: 'read',
  text: `SELECT s.data, s.version, EXISTS (SELECT 1 FROM revoked_tokens WHERE realm_key = $1 AND jti = $3) AS revoked
    FROM (SELECT 1) AS one LEFT JOIN sessions s ON s.realm_key = $1 AND s.id = $2`,
};

/** `$3`: a token or null. Always one row. */
export const FIND_WITH_USER: Statement = {
  name: 'find-session-with-user',
  isBrief: true,
  operation: 'read',
  text: `SELECT s.data, s.version, u.data AS user,
      EXISTS (SELECT 1 FROM revoked_tokens WHERE realm_key = $1 AND jti = $3) AS revoked
    FROM (SELECT 1) AS one LEFT JOIN sessions s ON s.realm_key = $1 AND s.id = $2
      LEFT JOIN users u ON u.realm_key = $1 AND u.id = s.user_id`,
};

/** The lock makes other changes of the session wait until the transaction ends. */
export const LOCK: Statement = {
  name: 'lock-session',
  text: `SELECT data, version FROM sessions WHERE ${THIS} FOR UPDATE`,
};

const COLUMNS = 'realm_key, id, user_id, offline, client_ids, started_at, data';

/** `$3` to `$7`: the session's columns. */
const ADD_TEXT = `INSERT INTO sessions (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT DO NOTHING RETURNING version`;

/** `$3` to `$7`: the session's columns, `$8`: the version that was read. */
const SET_TEXT = `UPDATE sessions SET version = DEFAULT,
    user_id = $3, offline = $4, client_ids = $5, started_at = $6, data = $7
  WHERE ${THIS} AND version = $8 RETURNING version`;

/** `$3`: the version that was read. */
const END_TEXT = `DELETE FROM sessions WHERE ${THIS_VERSION} RETURNING version`;

/** Keeps others from changing a session that stays as it is. `$3`: the version that was read. */
const KEEP_TEXT = `SELECT version FROM sessions WHERE ${THIS_VERSION} FOR UPDATE`;

/** Nothing was read, and nothing is there. */
const LACK_TEXT = `SELECT 0 AS version WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE ${THIS})`;

/** `lack`: there is no session, and none is created. */
export type SessionChangeKind = 'add' | 'set' | 'end' | 'keep' | 'lack';

/** Each returns a version if it has been applied, and otherwise nothing. */
const CHANGES: Readonly<Record<SessionChangeKind, { readonly text: string; readonly parameters: number }>> = {
  add: { text: ADD_TEXT, parameters: 7 },
  set: { text: SET_TEXT, parameters: 8 },
  end: { text: END_TEXT, parameters: 3 },
  keep: { text: KEEP_TEXT, parameters: 3 },
  lack: { text: LACK_TEXT, parameters: 2 },
};

/** `fresh`: none of the tokens may be revoked yet, which otherwise violates a constraint; `any`: some may. */
export type Revocation = 'none' | 'fresh' | 'any';

const AFTER_REVOCATION: Readonly<Record<Exclude<Revocation, 'none'>, string>> = {
  fresh: '',
  any: 'ON CONFLICT (realm_key, jti) DO UPDATE SET expires_at = excluded.expires_at',
};

function changeStatement(kind: SessionChangeKind, revocation: Revocation): Statement {
  const { text, parameters } = CHANGES[kind];
  const name = `${kind}-session-revoking-${revocation}`;
  if (revocation === 'none') return { name, isBrief: true, text };
  const tokens = `unnest($${parameters + 1}::TEXT[], $${parameters + 2}::BIGINT[]) AS t (jti, expires_at)`;
  return {
    name,
    isBrief: true,
    text: `WITH done AS (${text}), revoked AS (
      INSERT INTO revoked_tokens (realm_key, jti, expires_at)
      SELECT $1::UUID, t.jti, t.expires_at FROM done, ${tokens} ${AFTER_REVOCATION[revocation]})
    SELECT version FROM done`,
  };
}

const STATEMENTS = new Map<string, Statement>();

/**
 * A change of a session together with the revocation of tokens, whose names and expiries follow the parameters of the
 * change. Returns the version, or nothing if another change came first; then no token is revoked either.
 */
export function changing(kind: SessionChangeKind, revocation: Revocation): Statement {
  const name = `${kind} ${revocation}`;
  const known = STATEMENTS.get(name) ?? changeStatement(kind, revocation);
  STATEMENTS.set(name, known);
  return known;
}

export const PUT: Statement = {
  name: 'put-session',
  text: `INSERT INTO sessions (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (realm_key, id) DO UPDATE SET version = DEFAULT, user_id = excluded.user_id,
      offline = excluded.offline, client_ids = excluded.client_ids, started_at = excluded.started_at,
      data = excluded.data`,
};

/** `$3`: the session that was read, of which the version is not known. */
export const END_AS_KNOWN: Statement = {
  name: 'end-session-as-known',
  isBrief: true,
  text: `DELETE FROM sessions WHERE ${THIS} AND data = $3::JSONB`,
};

export const REMOVE: Statement = {
  name: 'remove-session',
  isBrief: true,
  text: `DELETE FROM sessions WHERE ${THIS} RETURNING data`,
};

/** `$2`: the token, `$3`: its expiry. */
export const REVOKE: Statement = {
  name: 'revoke-token',
  isBrief: true,
  text: `INSERT INTO revoked_tokens (realm_key, jti, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (realm_key, jti) DO NOTHING`,
};

/** `$2`: tokens, `$3`: their expiries. */
export const REVOKE_ALL: Statement = {
  name: 'revoke-tokens',
  text: `INSERT INTO revoked_tokens (realm_key, jti, expires_at)
    SELECT $1, t.jti, t.expires_at FROM unnest($2::TEXT[], $3::BIGINT[]) AS t (jti, expires_at)
    ON CONFLICT (realm_key, jti) DO UPDATE SET expires_at = excluded.expires_at`,
};

/** `$2`: the token. */
export const IS_REVOKED: Statement = {
  name: 'is-token-revoked',
  isBrief: true,
  operation: 'read',
  text: 'SELECT 1 FROM revoked_tokens WHERE realm_key = $1 AND jti = $2',
};

/** `$1`: keys of realms, `$2`: their times, `$3`: how many. Rows that another server removes are left to it. */
export const FORGET_TOKENS: Statement = {
  name: 'forget-expired-tokens',
  text: `DELETE FROM revoked_tokens WHERE (realm_key, jti) IN (
      SELECT t.realm_key, t.jti FROM unnest($1::UUID[], $2::BIGINT[]) AS l (key, now)
        JOIN revoked_tokens t ON t.realm_key = l.key AND t.expires_at <= l.now
        LIMIT $3 FOR UPDATE OF t SKIP LOCKED)`,
};

export const LIST_TOKENS: Statement = {
  name: 'list-revoked-tokens',
  operation: 'read',
  text: 'SELECT jti, expires_at FROM revoked_tokens WHERE realm_key = $1',
};
