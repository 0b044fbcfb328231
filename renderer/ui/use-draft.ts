// The values of a form with its unsaved changes on top.
import { useCallback, useSyncExternalStore } from 'react';
import { createDrafts } from './drafts.ts';
import { type Field, type FieldValues, isSame, type Representation, readFields } from './field.ts';

const drafts = createDrafts();

// A browser asks before it throws away what was typed. The desktop's window closes without a word, as people expect of it.
if (!('understudyDesktop' in window)) {
  window.addEventListener('beforeunload', (event) => {
    if (!drafts.isEmpty()) event.preventDefault();
  });
}

/** A form's values while they are edited. */
export interface Draft {
  /** What is stored, with the changes on top. */
  readonly values: FieldValues;
  /** What differs from what is stored. */
  readonly changes: FieldValues;
  readonly change: (part: FieldValues) => void;
  /** Forgets the changes that were saved; what was typed since stays. */
  readonly settle: (saved: FieldValues) => void;
  /** Forgets the changes. */
  readonly revert: () => void;
}

function useChanges(form: string): FieldValues {
  return useSyncExternalStore(
    drafts.subscribe,
    useCallback(() => drafts.read(form), [form]),
  );
}

/** The draft of `form`, a name that no other form has; what others change meanwhile shows unless it was changed here, too. */
export function useDraft(form: string, fields: readonly Field[], representation: Representation): Draft {
  const stored = readFields(fields, representation);
  const kept = useChanges(form);
  const differing = (values: FieldValues): FieldValues =>
    Object.fromEntries(Object.entries(values).filter(([member, value]) => !isSame(stored[member], value)));
  const changes = differing(kept);
  return {
    values: { ...stored, ...changes },
    changes,
    change: (part) => drafts.write(form, differing({ ...changes, ...part })),
    settle: (saved) => drafts.settle(form, saved),
    revert: () => drafts.write(form, undefined),
  };
}

/** Whether a form has unsaved changes. */
export function useHasDraft(form: string): boolean {
  return Object.keys(useChanges(form)).length > 0;
}
