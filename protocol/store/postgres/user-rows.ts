// Users as rows of the table, one or many at a time.

import { addUsers, UserIndex } from '../memory/user-index.ts';
import type { MovedUser } from '../moving.ts';
import { runInSlices } from '../sliced.ts';
import {
  DuplicateError,
  type StoredRealm,
  type StoredUser,
  type StoringOptions,
  type UserSet,
} from '../store.ts';
import { Document, type Parameter, type Queries, type Statement } from './database.ts';
import { violatedUnique } from './database-errors.ts';
import { hasUniqueEmails } from './realm-rows.ts';
import { toKey } from './stored-key.ts';
import { tagsOf } from './user-tags.ts';

const toLowerKey = (text: string | undefined): string => toKey((text ?? '').toLowerCase());

/** The address that is compared; empty without one. */
export function lowerEmail({ email }: StoredUser): string {
  return toLowerKey(email);
}

/** A column with its type and its value for a user. */
type Column = readonly [name: string, type: string, valueOf: (user: StoredUser) => ColumnValue];

type ColumnValue = string | boolean | null | Document | readonly string[];

/** The columns that follow from the user. */
const COLUMNS: readonly Column[] = [
  ['id', 'TEXT', ({ id }) => toKey(id)],
  ['username', 'TEXT', ({ username }) => toKey(username)],
  ['lower_username', 'TEXT', ({ username }) => toLowerKey(username)],
  ['lower_first_name', 'TEXT', ({ firstName }) => toLowerKey(firstName)],
  ['lower_last_name', 'TEXT', ({ lastName }) => toLowerKey(lastName)],
  ['lower_email', 'TEXT', lowerEmail],
  ['service_client', 'TEXT', ({ serviceAccountClientId: id }) => (id === undefined ? null : toKey(id))],
  ['enabled', 'BOOLEAN', ({ enabled }) => enabled ?? true],
  ['email_verified', 'BOOLEAN', ({ emailVerified }) => emailVerified ?? false],
  ['tags', 'TEXT[]', tagsOf],
  ['data', 'JSON', (user) => new Document(user)],
];

/** Names of the columns that follow from a user, in the order of {@link userValues}. */
export const USER_COLUMNS: readonly string[] = COLUMNS.map(([name]) => name);

/** A user's values for {@link USER_COLUMNS}. */
export function userValues(user: StoredUser): readonly ColumnValue[] {
  return COLUMNS.map(([, , read]) => read(user));
}

/** A {@link DuplicateError} for a violated constraint of the table; any other error unchanged. */
export function toDuplicateUser(error: unknown, user: StoredUser): unknown {
  const constraint = violatedUnique(error);
  if (constraint === 'users_id') return new DuplicateError('id', user.id);
  if (constraint === 'users_username') return new DuplicateError('username', user.username);
  if (constraint === 'users_email') return new DuplicateError('email', user.email ?? '');
  return error;
}

/** Users of one statement. */
const BATCH = 500;

/** Lists of lists must have the same length, so lists travel as JSON. */
const isList = (type: string): boolean => type.endsWith('[]');

/** A column of many users as a parameter, an array. */
const arrayType = (type: string): string => (type === 'JSON' || isList(type) ? 'TEXT[]' : `${type}[]`);

/** An item of such an array as the column's value. */
function fromItem([name, type]: Column): string {
  if (type === 'JSON') return `a.${name}::JSON`;
  return isList(type) ? `ARRAY(SELECT json_array_elements_text(a.${name}::JSON))` : `a.${name}`;
}

const ADD_USERS: Statement = {
  name: 'add-users',
  text: `INSERT INTO users (realm_key, unique_email, original, ${USER_COLUMNS.join(', ')})
    SELECT $1, CASE WHEN $2::BOOLEAN AND a.lower_email <> '' THEN a.lower_email END, a.original,
      ${COLUMNS.map(fromItem).join(', ')}
    FROM unnest($3::BOOLEAN[], ${COLUMNS.map(([, type], index) => `$${index + 4}::${arrayType(type)}`).join(', ')})
      AS a (original, ${USER_COLUMNS.join(', ')})`,
};

/** Gives the realm `$1` the users of the realm `$2`, as those of its origin. `$3`: whether they may not share addresses. */
const COPY_USERS: Statement = {
  name: 'copy-users',
  text: `INSERT INTO users (realm_key, unique_email, original, ${USER_COLUMNS.join(', ')})
    SELECT $1::UUID, CASE WHEN $3::BOOLEAN THEN u.unique_email END, TRUE,
      ${USER_COLUMNS.map((column) => `u.${column}`).join(', ')}
    FROM users u WHERE u.realm_key = $2 ORDER BY u.position`,
};

/** Adds the users of another realm to one that is not visible yet. */
export async function copyUserRows(
  queries: Queries,
  { realmKey, realm }: Pick<NewUsers, 'realmKey' | 'realm'>,
  templateKey: string,
): Promise<void> {
  await queries.run(COPY_USERS, realmKey, templateKey, hasUniqueEmails(realm));
}

/** Adds users to a realm that is not visible yet. @throws an error with a SQLSTATE for users that share a name. */
export async function addUserBatch(
  queries: Queries,
  realmKey: string,
  realm: StoredRealm,
  users: readonly MovedUser[],
): Promise<void> {
  const original = users.map(({ isOriginal }) => isOriginal);
  const columns = toArrays(users.map(({ user }) => user));
  await queries.run(ADD_USERS, realmKey, hasUniqueEmails(realm), original, ...columns);
}

/** Columns as arrays, each with one item for each user. */
function toArrays(users: readonly StoredUser[]): readonly Parameter[] {
  const toItem = (value: ColumnValue) => (Array.isArray(value) ? new Document(value) : value);
  const rows = users.map((user) => userValues(user).map(toItem));
  return COLUMNS.map((_, index) => rows.map((row) => row[index] ?? null) as Parameter);
}

/** Where the users of a new realm go. */
export interface NewUsers {
  readonly realmKey: string;
  readonly realm: StoredRealm;
  /** Whether they are those of the realm's origin. */
  readonly isOriginal: boolean;
}

/** Adds the users of a realm that is not visible yet. Rejects with the reason when it is aborted. */
export async function addUserRows(
  queries: Queries,
  { realmKey, realm, isOriginal }: NewUsers,
  users: readonly StoredUser[],
  { signal, written }: StoringOptions,
): Promise<void> {
  for (let start = 0; start < users.length; start += BATCH) {
    signal?.throwIfAborted();
    const batch = users.slice(start, start + BATCH).map((user) => ({ user, isOriginal }));
    await addUserBatch(queries, realmKey, realm, batch);
    written?.(start + batch.length);
  }
  if (users.length === 0) written?.(0);
}

/** The users of a new realm. @throws {DuplicateError} naming what two of them share. */
export async function checkNewUsers(
  realm: StoredRealm,
  given: readonly StoredUser[] | UserSet,
  { signal }: StoringOptions,
): Promise<readonly StoredUser[]> {
  const users = 'list' in given ? given.list() : given;
  await runInSlices(addUsers(new UserIndex(() => hasUniqueEmails(realm)), users), signal);
  return users;
}
