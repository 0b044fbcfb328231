// The statements of expiring values. `$1` kind, `$2` id of the realm, `$3` id of the value.
import type { Statement } from './database.ts';

const THIS = 'kind = $1 AND realm_id = $2 AND id = $3';
const COLUMNS = 'kind, realm_id, id, used, expires_at, data';
const INSERT = `INSERT INTO expiring_values AS v (${COLUMNS}) VALUES ($1, $2, $3, FALSE, $4, $5)
  ON CONFLICT (kind, realm_id, id) DO UPDATE SET position = excluded.position, version = excluded.version,
    used = FALSE, expires_at = excluded.expires_at, data = excluded.data`;

/** `$4` expiry, `$5` value. Returns the version, as all statements that store a value. */
export const PUT: Statement = {
  name: 'put-value',
  isBrief: true,
  text: `${INSERT} RETURNING version`,
};

/** `$4` expiry, `$5` value, `$6` now. Changes nothing if there is a value that has not expired. */
export const ADD: Statement = {
  name: 'add-value',
  isBrief: true,
  text: `${INSERT} WHERE v.expires_at <= $6 RETURNING version`,
};

/** `$4` now. */
export const FIND: Statement = {
  name: 'find-value',
  isBrief: true,
  operation: 'read',
  text: `SELECT data, version FROM expiring_values WHERE ${THIS} AND expires_at > $4`,
};

/** As {@link FIND}. The lock makes other changes of the value wait until the transaction ends. */
export const LOCK: Statement = { name: 'lock-value', text: `${FIND.text} FOR UPDATE` };

/** `$4` now. Of concurrent callers, one gets the value. */
export const CONSUME: Statement = {
  name: 'consume-value',
  isBrief: true,
  text: `UPDATE expiring_values SET used = TRUE WHERE ${THIS} AND expires_at > $4 AND NOT used RETURNING data`,
};

/** `$4` the version that was read, `$5` value, `$6` expiry or null for the one there is, `$7` now. */
export const SET: Statement = {
  name: 'set-value',
  isBrief: true,
  text: `UPDATE expiring_values SET version = DEFAULT, data = $5, expires_at = coalesce($6::BIGINT, expires_at)
    WHERE ${THIS} AND version = $4 AND expires_at > $7 RETURNING version`,
};

/** `$4` the version that was read. */
export const REMOVE_VERSION: Statement = {
  name: 'remove-value-version',
  isBrief: true,
  text: `DELETE FROM expiring_values WHERE ${THIS} AND version = $4`,
};

export const REMOVE: Statement = {
  name: 'remove-value',
  isBrief: true,
  text: `DELETE FROM expiring_values WHERE ${THIS}`,
};

/** `$3` now, `$4` the position after which to read, `$5` how many. */
export const LIST: Statement = {
  name: 'list-values',
  operation: 'read',
  text: `SELECT position, used, data FROM expiring_values
    WHERE kind = $1 AND realm_id = $2 AND expires_at > $3 AND position > $4 ORDER BY position LIMIT $5`,
};

export const CLEAR: Statement = {
  name: 'clear-values',
  text: 'DELETE FROM expiring_values WHERE kind = $1 AND realm_id = $2',
};

/** `$1` id of the realm. */
export const DROP: Statement = {
  name: 'drop-values',
  text: 'DELETE FROM expiring_values WHERE realm_id = $1',
};
