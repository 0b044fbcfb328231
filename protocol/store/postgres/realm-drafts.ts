// Realms that a transaction prepares before anybody can see them.
import type { CloneNote } from '../clone-store.ts';
import type { ClockSetting, StoredRealm } from '../store.ts';
import { Document, type Queries } from './database.ts';
import { toMilliseconds } from './realm-rows.ts';
import { ADD_ORIGIN, COPY_ORIGIN, COPY_ORIGIN_USERS } from './realm-statements.ts';

/** A realm that is not published yet. */
export interface RealmDraft {
  readonly stored: StoredRealm;
  readonly clock: ClockSetting | undefined;
  readonly clone: CloneNote | undefined;
  /** Whether it is the realm before in another state, whose snapshots stay. */
  readonly isSame: boolean;
  /** Adds the rows that belong to the realm with this key. */
  write(queries: Queries, key: string): Promise<void>;
}

/** Keeps a realm as it is stored now, at `now` in milliseconds, for resets. */
export async function addOrigin(
  queries: Queries,
  key: string,
  stored: StoredRealm,
  now: number,
): Promise<void> {
  await queries.run(ADD_ORIGIN, key, toMilliseconds(now), new Document(stored));
}

/** Gives a realm the origin of the one with the key `from`. */
export async function copyOrigin(queries: Queries, key: string, from: string): Promise<void> {
  await queries.run(COPY_ORIGIN, key, from);
  await queries.run(COPY_ORIGIN_USERS, key, from);
}
