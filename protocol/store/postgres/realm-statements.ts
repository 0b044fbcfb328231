// The statements that create, change and remove realms.
import type { Statement } from './database.ts';
import { REALM_COLUMNS } from './realm-rows.ts';

/** A realm that nobody can see: name and id are those of its key until the end of the transaction. */
export const ADD_DRAFT: Statement = {
  name: 'add-realm-draft',
  text: `INSERT INTO realms (key, id, name, position, version, unique_emails, data)
    VALUES ($1, $2, $2, 0, 0, $3, $4)`,
};

export const ADD_ORIGIN: Statement = {
  name: 'add-realm-origin',
  text: 'INSERT INTO realm_origins (realm_key, created_at, data) VALUES ($1, $2, $3)',
};

/** `$1`: the new realm, `$2`: the one whose origin it keeps. */
export const COPY_ORIGIN: Statement = {
  name: 'copy-realm-origin',
  text: `INSERT INTO realm_origins (realm_key, created_at, data)
    SELECT $1, created_at, data FROM realm_origins WHERE realm_key = $2`,
};

const ORIGINAL_USERS = (column: string): string =>
  `SELECT id, data FROM users WHERE realm_key = ${column} AND original
    UNION ALL SELECT id, data FROM origin_users WHERE realm_key = ${column}`;

/** As {@link COPY_ORIGIN}. */
export const COPY_ORIGIN_USERS: Statement = {
  name: 'copy-origin-users',
  text: `INSERT INTO origin_users (realm_key, id, data)
    SELECT $1::UUID, o.id, o.data FROM (${ORIGINAL_USERS('$2')}) AS o`,
};

export const READ_ORIGIN: Statement = {
  name: 'read-realm-origin',
  operation: 'read',
  text: 'SELECT created_at, data FROM realm_origins WHERE realm_key = $1',
};

export const FIND_ORIGIN_TIME: Statement = {
  name: 'find-origin-time',
  operation: 'read',
  text: 'SELECT created_at FROM realm_origins WHERE realm_key = $1',
};

export const READ_ORIGIN_USERS: Statement = {
  name: 'read-origin-users',
  operation: 'read',
  text: `SELECT o.data FROM (${ORIGINAL_USERS('$1')}) AS o`,
};

/** Locks the realm against other changes, but not against new users and sessions, which refer to its key. */
export const LOCK_BY_NAME: Statement = {
  name: 'lock-realm-by-name',
  text: `SELECT ${REALM_COLUMNS} FROM realms r WHERE r.name = $1 FOR NO KEY UPDATE`,
};

/** As {@link LOCK_BY_NAME}. */
export const LOCK_BY_KEY: Statement = {
  name: 'lock-realm-by-key',
  text: `SELECT ${REALM_COLUMNS} FROM realms r WHERE r.key = $1 FOR NO KEY UPDATE`,
};

/** Gives a draft its place: `$2` id, `$3` name, `$4` position, `$5` version, `$6` note of a clone, `$7` end of its lease. */
export const PUBLISH_DRAFT: Statement = {
  name: 'publish-realm-draft',
  text: `UPDATE realms SET id = $2, name = $3, position = $4, version = $5, clone = $6, lease_ends = $7
    WHERE key = $1`,
};

/** Keeps a realm from being removed while its users are copied. */
export const LOCK_TEMPLATE: Statement = {
  name: 'lock-realm-template',
  text: 'SELECT key FROM realms WHERE key = $1 FOR KEY SHARE',
};

/** `$1` now, `$2` the realm, `$3` the new end of its lease. One that has ended stays so. */
export const RENEW_LEASE: Statement = {
  name: 'renew-lease',
  text: 'UPDATE realms SET lease_ends = greatest(lease_ends, $3) WHERE key = $2 AND lease_ends > $1',
};

/** `$1` now. */
export const LIST_ENDED: Statement = {
  name: 'list-ended-leases',
  operation: 'read',
  text: 'SELECT key FROM realms WHERE lease_ends <= $1',
};

export const SET_REALM: Statement = {
  name: 'set-realm',
  text: 'UPDATE realms SET version = $2, name = $3, unique_emails = $4, data = $5 WHERE key = $1',
};

export const SET_CLOCK: Statement = {
  name: 'set-realm-clock',
  text: 'UPDATE realms SET version = $2, clock_offset = $3, clock_frozen_at = $4 WHERE key = $1',
};

export const REMOVE_REALM: Statement = { name: 'remove-realm', text: 'DELETE FROM realms WHERE key = $1' };

export const NOTE_REMOVAL: Statement = {
  name: 'note-realm-removal',
  text: 'INSERT INTO removed_realms (key, version, removed_at) VALUES ($1, $2, $3)',
};

/** Users may share their addresses from now on. */
export const SHARE_EMAILS: Statement = {
  name: 'share-emails',
  text: 'UPDATE users SET unique_email = NULL WHERE realm_key = $1 AND unique_email IS NOT NULL',
};

/** From now on an address is taken; of users who share one, the first counts. */
export const RESERVE_EMAILS: Statement = {
  name: 'reserve-emails',
  text: `UPDATE users u SET unique_email = u.lower_email
    WHERE u.realm_key = $1 AND u.lower_email <> '' AND NOT EXISTS (
      SELECT 1 FROM users o WHERE o.realm_key = $1 AND o.lower_email = u.lower_email AND o.position < u.position)`,
};
