// The newest records of each realm, such as its events.
import type { PlainData } from './plain-data.ts';

/** Something that happened in a realm. */
export interface RealmRecord {
  readonly realmId: string;
  /** Milliseconds since the epoch, on the realm's clock. */
  readonly time: number;
}

/** Records in the order in which they were added. They end with their realm, and the oldest are dropped when there are too many. */
export interface RecordList<T extends RealmRecord> {
  /** Records of one realm. */
  add(records: readonly T[]): Promise<void>;
  /** Newest first. Those up to `expiredBefore` (milliseconds) are dropped; undefined: none has expired. */
  list(realmId: string, expiredBefore?: number): Promise<readonly T[]>;
  /** Replaces the records of a realm; oldest first. */
  replace(realmId: string, records: readonly T[]): Promise<void>;
}

/** The part of a store that keeps records. */
export interface RecordLists {
  /** `kind` is the name of the records in a database: every part that asks for the same name has the same records. */
  createRecordList<T extends RealmRecord & PlainData<T>>(kind: string): RecordList<T>;
}
