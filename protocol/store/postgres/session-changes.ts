// One change of a session: what it reads, and the statement that stores what becomes of it.
import type { SessionDecision, SessionKey } from '../session-change.ts';
import type { RevokedTokens, UserSession } from '../store.ts';
import { Document, type Parameter, type Queries, type RowNumber } from './database.ts';
import { toMilliseconds } from './realm-rows.ts';
import type { SessionRow } from './session-queries.ts';
import * as sql from './session-statements.ts';
import { toKey } from './stored-key.ts';

/** A session that was read, and whether the token of the key is revoked. */
export interface ReadState {
  readonly row: SessionRow | undefined;
  readonly isRevoked: boolean;
}

/** Columns that follow from a session, after its realm. */
export function sessionValues(session: UserSession): readonly Parameter[] {
  const { id, userId, offline, clients, startedAt } = session;
  const clientIds = Object.keys(clients).map(toKey);
  return [toKey(id), toKey(userId), offline, clientIds, toMilliseconds(startedAt), new Document(session)];
}

/** Names and expiries as two parameters. */
export function tokenValues(revoked: RevokedTokens): readonly Parameter[] {
  return [Object.keys(revoked).map(toKey), Object.values(revoked).map(toMilliseconds)];
}

/** @throws {TypeError} for a session that changes its id or realm. */
export function checkDecision({ realmId, id }: SessionKey, { session }: SessionDecision<unknown>): void {
  if (typeof session !== 'object') return;
  if (session.realmId !== realmId || session.id !== id)
    throw new TypeError('a session keeps its id and its realm');
}

/** Reads the session of a key, and whether its token is revoked. */
export async function readState(queries: Queries, key: string, { id, jti }: SessionKey): Promise<ReadState> {
  if (jti === undefined) {
    const [row] = await queries.query<SessionRow>(sql.FIND, key, toKey(id));
    return { row, isRevoked: false };
  }
  const [row] = await queries.query<{
    readonly data: UserSession | null;
    readonly version: RowNumber | null;
    readonly revoked: boolean;
  }>(sql.FIND_WITH_TOKEN, key, toKey(id), toKey(jti));
  const isRevoked = row?.revoked === true;
  if (row === undefined || row.data === null || row.version === null) return { row: undefined, isRevoked };
  return { row: { data: row.data, version: row.version }, isRevoked };
}

/** Stores a decision about what was read; undefined if that has changed meanwhile. */
export async function writeDecision(
  queries: Queries,
  key: string,
  { id, jti }: SessionKey,
  { row, isRevoked }: ReadState,
  { session, revoked }: SessionDecision<unknown>,
): Promise<RowNumber | undefined> {
  const isFresh = jti !== undefined && !isRevoked && revoked?.[jti] !== undefined;
  const revocation = revoked === undefined ? 'none' : isFresh ? 'fresh' : 'any';
  const tokens = revoked === undefined ? [] : tokenValues(revoked);
  const known = [key, toKey(id)];
  if (typeof session === 'object') {
    const values = [key, ...sessionValues(session)];
    return row === undefined
      ? firstVersion(queries, 'add', revocation, [...values, ...tokens])
      : firstVersion(queries, 'set', revocation, [...values, row.version, ...tokens]);
  }
  if (row === undefined) return firstVersion(queries, 'lack', revocation, [...known, ...tokens]);
  const kind = session === 'ended' ? 'end' : 'keep';
  return firstVersion(queries, kind, revocation, [...known, row.version, ...tokens]);
}

/** Runs a change; undefined if another one came first. */
export async function firstVersion(
  queries: Queries,
  kind: sql.SessionChangeKind,
  revocation: sql.Revocation,
  values: readonly Parameter[],
): Promise<RowNumber | undefined> {
  const statement = sql.changing(kind, revocation);
  const [row] = await queries.query<{ readonly version: RowNumber }>(statement, ...values);
  return row?.version;
}
