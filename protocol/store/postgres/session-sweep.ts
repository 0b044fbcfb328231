// Removes sessions that have ended, in batches, each by the first server to lock it.
import type { SessionLimits } from '../session-query.ts';
import type { UserSession } from '../store.ts';
import type { Database, Statement } from './database.ts';
import { limitRows, type OfRealm } from './session-queries.ts';

/** Sessions that one statement removes. */
const BATCH = 500;

/** Rows that another server removes or changes are left for the next sweep. Each caller gets the rows that it removes. */
const removal = (name: string, hasEnded: string): Statement => ({
  name,
  text: `WITH ended AS (
      SELECT s.realm_key, s.id
      FROM unnest($1::UUID[], $2::BOOLEAN[], $3::BOOLEAN[], $4::BIGINT[]) AS l (key, offline, remembered, until)
      JOIN sessions s ON s.realm_key = l.key AND s.offline = l.offline AND s.remembered = l.remembered AND ${hasEnded}
      LIMIT $5 FOR UPDATE OF s SKIP LOCKED)
    DELETE FROM sessions s USING ended WHERE s.realm_key = ended.realm_key AND s.id = ended.id RETURNING s.data`,
});

/** `$1` to `$3`: realms and kinds of sessions, `$4`: the limits of their last use, `$5`: how many. */
export const REMOVE_UNUSED: Statement = removal(
  'sweep-unused-sessions',
  's.used_minute <= l.until / 60000 AND s.used_at <= l.until',
);

/** As {@link REMOVE_UNUSED}, `$4`: the limits of their start. */
export const REMOVE_OLD: Statement = removal('sweep-old-sessions', 's.started_at <= l.until');

/** Gives the sessions that it has removed. */
export async function* sweepSessions(
  database: Database,
  realms: readonly OfRealm<SessionLimits>[],
): AsyncGenerator<UserSession, void> {
  const [keys, offline, remembered, used, started] = limitRows(realms);
  for (const [statement, until] of [
    [REMOVE_UNUSED, used],
    [REMOVE_OLD, started],
  ] as const)
    for (let removed = BATCH; removed === BATCH; ) {
      const rows = await database.query<{ readonly data: UserSession }>(
        statement,
        keys,
        offline,
        remembered,
        until,
        BATCH,
      );
      for (const { data } of rows) yield data;
      removed = rows.length;
    }
}
