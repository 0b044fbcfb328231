// The newest records of each realm, in memory.
import { BoundedList } from '#protocol/log/bounded-list.ts';
import type { RealmRecord, RecordList, RecordLists } from '../record-list.ts';

/** How many records of a kind a realm keeps. */
export const MAX_RECORDS = 10_000;

/** Approximate memory of a realm's records of one kind. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Memory of a record besides its texts. */
const FIXED_BYTES = 256;

/** Everything happens before the first promise resolves, so callers of one process see each other's changes at once. */
export function createRecordList<T extends RealmRecord>(
  capacity: number = MAX_RECORDS,
  maxBytes: number = MAX_BYTES,
): RecordList<T> {
  const lists = new Map<string, BoundedList<T>>();

  function append(record: T): void {
    const list = lists.get(record.realmId) ?? new BoundedList<T>(capacity, maxBytes);
    lists.set(record.realmId, list);
    list.add(record, FIXED_BYTES + JSON.stringify(record).length);
  }

  return {
    async add(records) {
      for (const record of records) append(record);
    },
    async list(realmId, expiredBefore) {
      const list = lists.get(realmId);
      if (list === undefined) return [];
      if (expiredBefore !== undefined) list.removeWhere(({ time }) => time <= expiredBefore);
      return list.all().reverse();
    },
    async replace(realmId, records) {
      lists.delete(realmId);
      for (const record of records) append(record);
    },
  };
}

/** The record lists of a store without a database. */
export function createRecordLists(): RecordLists {
  const lists = new Map<string, RecordList<RealmRecord>>();
  return {
    createRecordList<T extends RealmRecord>(kind: string) {
      const list = lists.get(kind) ?? createRecordList<RealmRecord>();
      lists.set(kind, list);
      // The caller names the type of the kind's records.
      return list as unknown as RecordList<T>;
    },
  };
}
