// The state to which a reset brings a realm back: as it was cloned, imported or created, or when the process started.
import type { StoredRealm, UserSet } from '#protocol/store/store.ts';

interface RealmMark {
  readonly realm: StoredRealm;
  /** Undefined while no user has changed: then the users are those of the mark. */
  readonly users: UserSet | undefined;
}

/** Marks by realm id. They cost nothing until the first change of a user: settings are immutable and shared. */
export interface RealmMarks {
  set(realm: StoredRealm): void;
  find(realmId: string): RealmMark | undefined;
  /** Keeps the users for the mark before the first of them changes; undefined: nothing to wait for. */
  keepUsers(realmId: string, capture: () => Promise<UserSet | undefined>): Promise<void> | undefined;
  forget(realmId: string): void;
}

interface Mark {
  readonly realm: StoredRealm;
  users: UserSet | undefined;
  /** Concurrent changes wait for the same users. */
  keeping: Promise<void> | undefined;
}

export function createRealmMarks(): RealmMarks {
  const marks = new Map<string, Mark>();
  return {
    set(realm) {
      marks.set(realm.id, { realm, users: undefined, keeping: undefined });
    },
    find: (realmId) => marks.get(realmId),
    keepUsers(realmId, capture) {
      const mark = marks.get(realmId);
      if (mark === undefined || mark.users !== undefined) return undefined;
      mark.keeping ??= capture()
        .then((users) => {
          mark.users = users;
        })
        .finally(() => {
          mark.keeping = undefined;
        });
      return mark.keeping;
    },
    forget(realmId) {
      marks.delete(realmId);
    },
  };
}
