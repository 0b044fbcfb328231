// The state to which a reset brings a realm back: as it was cloned, imported or created, or when the process started.
import type { StoredRealm, UserSet } from '#protocol/store/store.ts';

interface RealmMark {
  readonly realm: StoredRealm;
  /** When the realm was as the mark says. Milliseconds on the machine's clock. */
  readonly at: number;
  /** Whether it was stored in this form then; otherwise it was changed before the process started. */
  readonly isOrigin: boolean;
  /** Undefined while no user has changed: then the users are those of the mark. */
  readonly users: UserSet | undefined;
}

/** Marks by realm id. They cost nothing until the first change of a user: settings are immutable and shared. */
export interface RealmMarks {
  set(realm: StoredRealm, when: Pick<RealmMark, 'at' | 'isOrigin'>): void;
  find(realmId: string): RealmMark | undefined;
  /** Keeps the users for the mark before the first of them changes; undefined: nothing to wait for. */
  keepUsers(realmId: string, capture: () => Promise<UserSet | undefined>): Promise<void> | undefined;
  forget(realmId: string): void;
}

interface Mark {
  readonly realm: StoredRealm;
  readonly at: number;
  readonly isOrigin: boolean;
  users: UserSet | undefined;
  /** Concurrent changes wait for the same users. */
  keeping: Promise<void> | undefined;
}

export function createRealmMarks(): RealmMarks {
  const marks = new Map<string, Mark>();
  return {
    set(realm, { at, isOrigin }) {
      marks.set(realm.id, { realm, at, isOrigin, users: undefined, keeping: undefined });
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
