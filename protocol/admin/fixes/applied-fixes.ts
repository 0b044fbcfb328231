// Applied fixes, remembered so that they can be undone.
import type { AppliedFixWire } from '#protocol/contract/fixes.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
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

/** By realm. In memory only: after a restart, changes are undone like any other, by hand. */
export interface AppliedFixes {
  /** Remembers a fix under a new ID. */
  add(realmId: string, fix: Omit<AppliedFix, 'wire'>, wire: Omit<AppliedFixWire, 'id'>): AppliedFix;
  /** Newest first. */
  list(realmId: string): readonly AppliedFix[];
  /** Undefined for a fix of another realm, too. */
  find(realmId: string, id: string): AppliedFix | undefined;
  remove(realmId: string, id: string): void;
  /** Forgets all fixes of a realm. */
  clear(realmId: string): void;
}

/** Fixes of a realm that can be undone. */
const MOST_FIXES = 100;

export function createAppliedFixes(): AppliedFixes {
  const realms = new Map<string, Map<string, AppliedFix>>();
  const fixesOf = (realmId: string): Map<string, AppliedFix> => realms.get(realmId) ?? new Map();
  return {
    add(realmId, fix, wire) {
      const fixes = fixesOf(realmId);
      const added = { ...fix, wire: { id: createUuid(), ...wire } };
      realms.set(realmId, fixes.set(added.wire.id, added));
      const [oldest] = fixes.keys();
      if (fixes.size > MOST_FIXES && oldest !== undefined) fixes.delete(oldest);
      return added;
    },
    list: (realmId) => [...fixesOf(realmId).values()].reverse(),
    find: (realmId, id) => fixesOf(realmId).get(id),
    remove: (realmId, id) => void fixesOf(realmId).delete(id),
    clear: (realmId) => void realms.delete(realmId),
  };
}
