// Snapshots of realms in the database, which copies their rows.
import { randomUUID } from 'node:crypto';
import type { SnapshotHead, SnapshotState, SnapshotStore } from '../snapshot-store.ts';
import type { StoredRealm } from '../store.ts';
import { type Database, Document, type Queries } from './database.ts';
import { RealmGoneError, withNewest } from './newest-realm.ts';
import type { CachedRealm, RealmCache } from './realm-cache.ts';
import { copyOrigin, type RealmDraft } from './realm-drafts.ts';
import type { RealmFeed } from './realm-feed.ts';
import { clockOf, type RealmRow, toMilliseconds } from './realm-rows.ts';
import type { PostgresRealms } from './realms.ts';
import * as sql from './snapshot-statements.ts';

export interface PostgresSnapshotsOptions {
  readonly database: Database;
  readonly cache: RealmCache;
  readonly feed: RealmFeed;
  readonly realms: PostgresRealms;
}

type SnapshotRow = Pick<RealmRow, 'key' | 'clock_offset' | 'clock_frozen_at' | 'data'> & {
  readonly state: SnapshotState;
};

interface HeadRow extends Pick<SnapshotHead, 'id' | 'users' | 'sessions'> {
  readonly taken_at: number;
}

/** Another server has removed the snapshot. */
class SnapshotGoneError extends Error {}

export class PostgresSnapshots implements SnapshotStore {
  readonly #options: PostgresSnapshotsOptions;

  constructor(options: PostgresSnapshotsOptions) {
    this.#options = options;
  }

  async list(realmId: string): Promise<readonly SnapshotHead[]> {
    const rows = await this.#options.database.query<HeadRow>(sql.LIST, realmId);
    return rows.map(({ id, taken_at, users, sessions }) => ({ id, takenAt: taken_at, users, sessions }));
  }

  async take(
    realmId: string,
    head: Pick<SnapshotHead, 'id' | 'takenAt'>,
    captureState: () => Promise<SnapshotState>,
  ): Promise<SnapshotHead | undefined> {
    const name = this.#nameOf(realmId);
    if (name === undefined) return undefined;
    const state = await captureState();
    return withNewest(this.#options, name, (realm) => this.#take(realm, head, state));
  }

  async restore(
    realmId: string,
    id: string,
    make: (kept: StoredRealm, current: StoredRealm) => StoredRealm,
  ): Promise<SnapshotState | undefined> {
    const { database, realms } = this.#options;
    const name = this.#nameOf(realmId);
    if (name === undefined) return undefined;
    let state: SnapshotState | undefined;
    const draw = async (before: CachedRealm): Promise<RealmDraft | undefined> => {
      const [row] = await database.query<SnapshotRow>(sql.READ, realmId, id);
      state = row?.state;
      return row && toDraft(row, before, make(row.data, before.stored));
    };
    try {
      return (await realms.replaceWith(name, draw)) ? state : undefined;
    } catch (error) {
      if (error instanceof SnapshotGoneError) return undefined;
      throw error;
    }
  }

  async remove(realmId: string, id: string): Promise<boolean> {
    return (await this.#options.database.run(sql.REMOVE, realmId, id)) > 0;
  }

  #nameOf(realmId: string): string | undefined {
    return this.#options.cache.findById(realmId)?.stored.realm;
  }

  /** All is of one moment. @throws {RealmGoneError} */
  async #take(
    realm: CachedRealm,
    { id, takenAt }: Pick<SnapshotHead, 'id' | 'takenAt'>,
    state: SnapshotState,
  ): Promise<SnapshotHead> {
    const key = randomUUID();
    const values = [key, id, toMilliseconds(takenAt), new Document(state), realm.key] as const;
    const counts = await this.#options.database.transaction(
      async (queries) => {
        const [row] = await queries.query<Pick<SnapshotHead, 'users' | 'sessions'>>(sql.TAKE, ...values);
        if (row === undefined) throw new RealmGoneError(realm.stored.realm);
        for (const statement of sql.KEEP) await queries.run(statement, key, realm.key);
        return row;
      },
      { isSnapshot: true, isLong: true },
    );
    return { id, takenAt, ...counts };
  }
}

/** The realm of a snapshot, with the origin of the realm before. */
function toDraft(row: SnapshotRow, before: CachedRealm, stored: StoredRealm): RealmDraft {
  return {
    stored,
    clock: clockOf(row),
    clone: before.clone,
    isSame: true,
    write: async (queries: Queries, key: string) => {
      if ((await queries.query(sql.LOCK, row.key)).length === 0) throw new SnapshotGoneError();
      for (const statement of sql.PUT_BACK) await queries.run(statement, key, row.key);
      await copyOrigin(queries, key, before.key);
    },
  };
}
