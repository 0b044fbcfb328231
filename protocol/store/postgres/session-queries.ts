// Lists, pages and counts of sessions.
import type { SessionCounts, SessionLimit, SessionLimits, SessionQuery } from '../session-query.ts';
import type { UserSession } from '../store.ts';
import type { Page } from '../user-query.ts';
import type { Parameter, Queries, RowNumber, Statement } from './database.ts';
import { toMilliseconds } from './realm-rows.ts';
import { toKey } from './stored-key.ts';
import { fromStoredText } from './stored-text.ts';
import { SqlParameters } from './user-sql.ts';

/** Sessions that are read at once. */
export const SESSIONS_AT_ONCE = 500;

/** A session and the version that callers have. */
export interface SessionRow {
  readonly data: UserSession;
  readonly version: RowNumber;
}

/** A session in a list. */
export interface SortedRow extends SessionRow {
  readonly id: string;
  readonly started_at: number;
}

/** Something about a realm, which is named by its key. */
export interface OfRealm<Value> {
  readonly key: string;
  readonly value: Value;
}

/** Counts come as texts, because they may be larger than an INTEGER. */
interface CountRow {
  readonly count: string | number;
  readonly offline: boolean;
}

/** `after` the limit of a session's last use, and of its start. */
function isAfter({ usedAt, startedAt }: SessionLimit, parameters: SqlParameters): string {
  const used = parameters.add(toMilliseconds(usedAt), 'BIGINT');
  return `(used_at > ${used} AND started_at > ${parameters.add(toMilliseconds(startedAt), 'BIGINT')})`;
}

function isActive({ online, remembered, offline }: SessionLimits, parameters: SqlParameters): string {
  return `CASE WHEN offline THEN ${isAfter(offline, parameters)}
    WHEN remembered THEN ${isAfter(remembered, parameters)} ELSE ${isAfter(online, parameters)} END`;
}

/** A condition for rows of `sessions` that match. `$1` is the key of the realm. */
function toCondition(query: SessionQuery, parameters: SqlParameters): string {
  const { userId, clientUuid, offline, active } = query;
  const conditions = ['realm_key = $1'];
  if (userId !== undefined) conditions.push(`user_id = ${parameters.add(toKey(userId), 'TEXT')}`);
  if (clientUuid !== undefined)
    conditions.push(`client_ids @> ${parameters.add([toKey(clientUuid)], 'TEXT[]')}`);
  if (offline !== undefined) conditions.push(`offline = ${parameters.add(offline, 'BOOLEAN')}`);
  if (active !== undefined) conditions.push(isActive(active, parameters));
  return conditions.join(' AND ');
}

const reading = (text: string): Statement => ({ name: '', operation: 'read', text });

/** The matching sessions that follow on `last`, in the order of their start. */
export async function readBatch(
  queries: Queries,
  key: string,
  query: SessionQuery,
  last: SortedRow | undefined,
): Promise<readonly SortedRow[]> {
  const parameters = new SqlParameters(key);
  const conditions = [toCondition(query, parameters)];
  if (last !== undefined) {
    const startedAt = parameters.add(last.started_at, 'BIGINT');
    conditions.push(`(started_at, id) > (${startedAt}, ${parameters.add(fromStoredText(last.id), 'TEXT')})`);
  }
  const text = `SELECT id, started_at, version, data FROM sessions
    WHERE ${conditions.join(' AND ')} ORDER BY started_at, id LIMIT ${SESSIONS_AT_ONCE}`;
  return queries.query<SortedRow>(reading(text), ...parameters.list());
}

/** A page of the matching sessions, last used first. */
export async function readPage(
  queries: Queries,
  key: string,
  query: SessionQuery,
  { first, max }: Page,
): Promise<readonly SessionRow[]> {
  const parameters = new SqlParameters(key);
  const text = `SELECT version, data FROM sessions WHERE ${toCondition(query, parameters)}
    ORDER BY used_at DESC, id LIMIT ${parameters.add(max, 'BIGINT')} OFFSET ${parameters.add(first, 'BIGINT')}`;
  return queries.query<SessionRow>(reading(text), ...parameters.list());
}

/** How many sessions match. */
export async function countSessions(queries: Queries, key: string, query: SessionQuery): Promise<number> {
  const parameters = new SqlParameters(key);
  const text = `SELECT count(*) AS count FROM sessions WHERE ${toCondition(query, parameters)}`;
  const [row] = await queries.query<Pick<CountRow, 'count'>>(reading(text), ...parameters.list());
  return Number(row?.count ?? 0);
}

function withCount(counts: SessionCounts | undefined, { count, offline }: CountRow): SessionCounts {
  return { online: 0, offline: 0, ...counts, [offline ? 'offline' : 'online']: Number(count) };
}

/** The matching sessions of each client. Clients are counted by the key of their id. */
export async function countByClient(
  queries: Queries,
  key: string,
  clientUuids: Iterable<string>,
  query: SessionQuery,
): Promise<ReadonlyMap<string, SessionCounts>> {
  const parameters = new SqlParameters(key);
  const text = `SELECT c.id, offline, count(*) AS count FROM sessions, unnest(client_ids) AS c (id)
    WHERE ${toCondition(query, parameters)} GROUP BY c.id, offline`;
  const rows = await queries.query<CountRow & { readonly id: string }>(reading(text), ...parameters.list());
  const byKey = new Map<string, SessionCounts>();
  for (const row of rows) {
    const id = fromStoredText(row.id);
    byKey.set(id, withCount(byKey.get(id), row));
  }
  const counts = new Map<string, SessionCounts>();
  for (const uuid of clientUuids) {
    const found = byKey.get(toKey(uuid));
    if (found !== undefined) counts.set(uuid, found);
  }
  return counts;
}

/** `$1` to `$5`: the limits of each kind of session of each realm, as {@link limitRows}. */
const COUNT_BY_REALM: Statement = {
  name: 'count-sessions-by-realm',
  operation: 'read',
  text: `SELECT l.key, s.offline, sum(s.count) AS count
    FROM unnest($1::UUID[], $2::BOOLEAN[], $3::BOOLEAN[], $4::BIGINT[], $5::BIGINT[])
      AS l (key, offline, remembered, used_at, started_at)
    CROSS JOIN LATERAL (
      SELECT l.offline, count(*) AS count FROM sessions WHERE realm_key = l.key AND offline = l.offline
        AND remembered = l.remembered AND used_at > l.used_at AND started_at > l.started_at) AS s
    GROUP BY l.key, s.offline`,
};

/** The limits of realms as columns: key, whether it is for offline and for remembered sessions, last use, start. */
export function limitRows(
  realms: readonly OfRealm<SessionLimits>[],
): readonly [string[], boolean[], boolean[], number[], number[]] {
  const rows = realms.flatMap(({ key, value }) =>
    [value.online, value.remembered, value.offline].map(
      (limit, kind) => [key, kind === 2, kind === 1, limit] as const,
    ),
  );
  return [
    rows.map(([key]) => key),
    rows.map(([, offline]) => offline),
    rows.map(([, , remembered]) => remembered),
    rows.map(([, , , { usedAt }]) => toMilliseconds(usedAt)),
    rows.map(([, , , { startedAt }]) => toMilliseconds(startedAt)),
  ];
}

/** The active sessions of each realm, in one query. */
export async function countByRealm(
  queries: Queries,
  active: ReadonlyMap<string, OfRealm<SessionLimits>>,
): Promise<ReadonlyMap<string, SessionCounts>> {
  const values: readonly Parameter[] = limitRows([...active.values()]);
  const rows = await queries.query<CountRow & { readonly key: string }>(COUNT_BY_REALM, ...values);
  const byKey = new Map<string, SessionCounts>();
  for (const row of rows) byKey.set(row.key, withCount(byKey.get(row.key), row));
  const ofRealm = ([id, { key }]: readonly [string, OfRealm<SessionLimits>]) =>
    [id, byKey.get(key) ?? { online: 0, offline: 0 }] as const;
  return new Map([...active].map(ofRealm));
}
