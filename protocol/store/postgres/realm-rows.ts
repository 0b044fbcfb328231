// Realms as rows of the table.
import type { CloneNote } from '../clone-store.ts';
import type { ClockSetting, StoredRealm } from '../store.ts';
import type { CachedRealm } from './realm-cache.ts';

/** Columns of {@link RealmRow}. */
export const REALM_COLUMNS =
  'r.key, r.position, r.version, r.clock_offset, r.clock_frozen_at, r.clone, r.data';

/** A row of `realms`. */
export interface RealmRow {
  readonly key: string;
  readonly position: number;
  readonly version: number;
  readonly clock_offset: number | null;
  readonly clock_frozen_at: number | null;
  readonly clone: CloneNote | null;
  readonly data: StoredRealm;
}

/** The clock of a row. */
export function clockOf({
  clock_offset,
  clock_frozen_at,
}: Pick<RealmRow, 'clock_offset' | 'clock_frozen_at'>): ClockSetting | undefined {
  if (clock_frozen_at !== null) return { frozenAt: clock_frozen_at };
  return clock_offset === null ? undefined : { offsetMs: clock_offset };
}

/** The realm of a row. */
export function toRealm(row: RealmRow): CachedRealm {
  const { key, position, version, clone, data } = row;
  return { key, position, version, stored: data, clock: clockOf(row), clone: clone ?? undefined };
}

/** Whether users of the realm may not share e-mail addresses. */
export function hasUniqueEmails(realm: StoredRealm): boolean {
  return realm.duplicateEmailsAllowed !== true;
}

/** Times are further from the epoch than any date, but within BIGINT and the exact numbers of JavaScript. */
const FARTHEST_MS = 9e15;

/** A time or a duration for a column of milliseconds, which has neither fractions nor infinity. */
export function toMilliseconds(time: number): number {
  return Math.round(Math.min(Math.max(time, -FARTHEST_MS), FARTHEST_MS));
}
