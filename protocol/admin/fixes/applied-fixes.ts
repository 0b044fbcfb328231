// Applied fixes, remembered so that they can be undone.
import type { AppliedFixWire } from '#protocol/contract/fixes.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { Store } from '#protocol/store/store.ts';
import type { SettingChange, Settings, Subject } from './fix-subject.ts';

/** What a fix has changed. */
export interface AppliedFix {
  /** As it is shown. */
  readonly wire: AppliedFixWire;
  readonly subject: Subject;
  /** ID of the stored client or user; of a realm, its own. */
  readonly subjectId: string;
  /** What was created; undefined: an existing subject was changed. */
  readonly created: Settings | undefined;
  readonly changes: readonly SettingChange[];
}

/** By realm. They end with the realm, its reset and, without a database, the server: then they are undone by hand. */
export interface AppliedFixes {
  /** Remembers a fix under a new ID. */
  add(realmId: string, fix: Omit<AppliedFix, 'wire'>, wire: Omit<AppliedFixWire, 'id'>): Promise<AppliedFix>;
  /** Newest first. */
  list(realmId: string): Promise<readonly AppliedFix[]>;
  /** Undefined for a fix of another realm, too. */
  find(realmId: string, id: string): Promise<AppliedFix | undefined>;
  remove(realmId: string, id: string): Promise<void>;
}

/** The fixes of a realm, oldest first. */
interface FixesOfRealm {
  readonly realmId: string;
  readonly fixes: readonly AppliedFix[];
}

/** Fixes of a realm that can be undone. */
const MOST_FIXES = 100;
const MOST_REALMS = 10_000;
/** Each realm has one list. */
const LIST = 'list';
/** Fixes do not expire: the time of a realm may be moved by years. */
const NEVER = Number.MAX_SAFE_INTEGER;

export function createAppliedFixes(store: Pick<Store, 'createExpiringStore'>): AppliedFixes {
  const lists = store.createExpiringStore<FixesOfRealm>('applied-fixes', { capacity: MOST_REALMS });
  const update = (
    realmId: string,
    change: (fixes: readonly AppliedFix[]) => readonly AppliedFix[],
  ): Promise<void> =>
    lists.update(realmId, LIST, 0, (list) => ({
      value: { realmId, fixes: change(list?.fixes ?? []) },
      expiresAt: NEVER,
      result: undefined,
    }));
  const list = async (realmId: string): Promise<readonly AppliedFix[]> =>
    (await lists.find(realmId, LIST, 0))?.fixes.toReversed() ?? [];
  return {
    async add(realmId, fix, wire) {
      const added = { ...fix, wire: { id: createUuid(), ...wire } };
      await update(realmId, (fixes) => [...fixes, added].slice(-MOST_FIXES));
      return added;
    },
    list,
    find: async (realmId, id) => (await list(realmId)).find(({ wire }) => wire.id === id),
    remove: (realmId, id) => update(realmId, (fixes) => fixes.filter(({ wire }) => wire.id !== id)),
  };
}
