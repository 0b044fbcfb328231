// The statements that keep, restore and remove snapshots of realms.
import type { Statement } from './database.ts';
import { USER_COLUMNS } from './user-rows.ts';

const COUNT = (table: string): string => `(SELECT count(*) FROM ${table} t WHERE t.realm_key = r.key)`;

/** `$1` key and `$2` id of the snapshot, `$3` when it is taken, `$4` the state, `$5` key of the realm. */
export const TAKE: Statement = {
  name: 'take-snapshot',
  text: `INSERT INTO snapshots
      (key, realm_id, id, taken_at, users, sessions, clock_offset, clock_frozen_at, data, state)
    SELECT $1::UUID, r.id, $2, $3::BIGINT, ${COUNT('users')}, ${COUNT('sessions')}, r.clock_offset, r.clock_frozen_at,
      r.data, $4::JSON
    FROM realms r WHERE r.key = $5 RETURNING users, sessions`,
};

const SESSION_COLUMNS = ['id', 'user_id', 'offline', 'client_ids', 'started_at', 'data'];

const columnsOf = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${table}.${column}`).join(', ');

/** `$1` the snapshot, `$2` the realm. */
export const KEEP: readonly Statement[] = [
  {
    name: 'keep-snapshot-users',
    text: `INSERT INTO snapshot_users (snapshot_key, position, unique_email, ${USER_COLUMNS.join(', ')})
      SELECT $1::UUID, u.position, u.unique_email, ${columnsOf('u', USER_COLUMNS)}
      FROM users u WHERE u.realm_key = $2`,
  },
  {
    name: 'keep-snapshot-sessions',
    text: `INSERT INTO snapshot_sessions (snapshot_key, ${SESSION_COLUMNS.join(', ')})
      SELECT $1::UUID, ${columnsOf('s', SESSION_COLUMNS)} FROM sessions s WHERE s.realm_key = $2`,
  },
  {
    name: 'keep-snapshot-tokens',
    text: `INSERT INTO snapshot_tokens (snapshot_key, jti, expires_at)
      SELECT $1::UUID, t.jti, t.expires_at FROM revoked_tokens t WHERE t.realm_key = $2`,
  },
];

/** `$1` the new realm, `$2` the snapshot. */
export const PUT_BACK: readonly Statement[] = [
  {
    name: 'put-back-users',
    text: `INSERT INTO users (realm_key, unique_email, original, ${USER_COLUMNS.join(', ')})
      SELECT $1::UUID, u.unique_email, FALSE, ${columnsOf('u', USER_COLUMNS)}
      FROM snapshot_users u WHERE u.snapshot_key = $2 ORDER BY u.position`,
  },
  {
    name: 'put-back-sessions',
    text: `INSERT INTO sessions (realm_key, ${SESSION_COLUMNS.join(', ')})
      SELECT $1::UUID, ${columnsOf('s', SESSION_COLUMNS)} FROM snapshot_sessions s WHERE s.snapshot_key = $2`,
  },
  {
    name: 'put-back-tokens',
    text: `INSERT INTO revoked_tokens (realm_key, jti, expires_at)
      SELECT $1::UUID, t.jti, t.expires_at FROM snapshot_tokens t WHERE t.snapshot_key = $2`,
  },
];

/** Keeps a snapshot from being removed while it is put back. */
export const LOCK: Statement = {
  name: 'lock-snapshot',
  text: 'SELECT key FROM snapshots WHERE key = $1 FOR KEY SHARE',
};

/** `$1` id of the realm, `$2` of the snapshot. */
export const READ: Statement = {
  name: 'read-snapshot',
  operation: 'read',
  text: 'SELECT key, clock_offset, clock_frozen_at, data, state FROM snapshots WHERE realm_id = $1 AND id = $2',
};

export const LIST: Statement = {
  name: 'list-snapshots',
  operation: 'read',
  text: 'SELECT id, taken_at, users, sessions FROM snapshots WHERE realm_id = $1 ORDER BY position',
};

export const REMOVE: Statement = {
  name: 'remove-snapshot',
  text: 'DELETE FROM snapshots WHERE realm_id = $1 AND id = $2',
};

/** All of the realm with the id `$1`. */
export const REMOVE_SNAPSHOTS: Statement = {
  name: 'remove-snapshots',
  text: 'DELETE FROM snapshots WHERE realm_id = $1',
};
