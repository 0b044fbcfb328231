// Moves whole realms into and out of a database that servers may be using.
import type { MovedRealm, RealmMover } from '../moving.ts';
import type { StoredRealm } from '../store.ts';
import type { Database, Queries } from './database.ts';
import { readMovedUsers, readOriginUsers, readSessions, readTokens } from './moved-rows.ts';
import type { RealmCache } from './realm-cache.ts';
import { REALM_COLUMNS, type RealmRow, toRealm } from './realm-rows.ts';
import { READ_ORIGIN } from './realm-statements.ts';
import type { PostgresRealms } from './realms.ts';

/** Servers may change everything while it is read, so all is read as it was at one moment. */
export function createPostgresMover(
  database: Database,
  cache: RealmCache,
  realms: PostgresRealms,
): RealmMover {
  return {
    async read(realmId, use) {
      const key = cache.findById(realmId)?.key;
      if (key === undefined) return undefined;
      return database.transaction(
        async (queries) => {
          const moved = await describe(queries, key);
          return moved === undefined ? undefined : use(moved);
        },
        { isSnapshot: true, isLong: true },
      );
    },
    store: (moved, watch) => realms.storeMoved(moved, watch),
  };
}

async function describe(queries: Queries, key: string): Promise<MovedRealm | undefined> {
  const text = `SELECT ${REALM_COLUMNS} FROM realms r WHERE r.key = $1`;
  const [row] = await queries.query<RealmRow>({ name: 'read-moved-realm', operation: 'read', text }, key);
  if (row === undefined) return undefined;
  const [origin] = await queries.query<{ readonly created_at: number; readonly data: StoredRealm }>(
    READ_ORIGIN,
    key,
  );
  const { stored, clock } = toRealm(row);
  return {
    realm: stored,
    clock,
    origin: origin && { realm: origin.data, storedAt: origin.created_at },
    users: () => readMovedUsers(queries, key),
    originUsers: () => readOriginUsers(queries, key),
    sessions: () => readSessions(queries, key),
    revokedTokens: () => readTokens(queries, key),
  };
}
