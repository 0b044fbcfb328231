// Applied fixes, remembered so that they can be undone.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { SettingChange, Settings, Subject } from './fix-subject.ts';

/** What a fix has changed. */
export interface AppliedFix {
  readonly realmId: string;
  readonly subject: Subject;
  /** ID of the stored client or user; of a realm, its own. */
  readonly subjectId: string;
  /** What was created; undefined: an existing subject was changed. */
  readonly created: Settings | undefined;
  readonly changes: readonly SettingChange[];
}

/** In memory only: after a restart, changes are undone like any other, by hand. */
export interface AppliedFixes {
  /** Returns the fix's ID. */
  add(fix: AppliedFix): string;
  /** Undefined for a fix of another realm, too. */
  find(realmId: string, id: string): AppliedFix | undefined;
  remove(id: string): void;
}

/** Fixes that can be undone, of all realms together. A removed realm's ID is never used again. */
const MOST_FIXES = 200;

export function createAppliedFixes(): AppliedFixes {
  const fixes = new Map<string, AppliedFix>();
  return {
    add(fix) {
      const id = createUuid();
      fixes.set(id, fix);
      const [oldest] = fixes.keys();
      if (fixes.size > MOST_FIXES && oldest !== undefined) fixes.delete(oldest);
      return id;
    },
    find(realmId, id) {
      const fix = fixes.get(id);
      return fix?.realmId === realmId ? fix : undefined;
    },
    remove: (id) => void fixes.delete(id),
  };
}
