// The values of a form, including unsaved changes.
import { useCallback, useSyncExternalStore } from 'react';
import { createDrafts } from './drafts.ts';
import { type Field, type FieldValues, isSame, type Representation, readFields } from './field.ts';

const drafts = createDrafts();

// Browsers warn before unsaved changes are lost. The desktop's window closes without a warning.
if (!('understudyDesktop' in window)) {
  window.addEventListener('beforeunload', (event) => {
    if (!drafts.isEmpty()) event.preventDefault();
  });
}

/** The values of a form during editing. */
export interface Draft {
  /** The stored values, with the changes applied. */
  readonly values: FieldValues;
  /** The values that differ from the stored ones. */
  readonly changes: FieldValues;
  readonly change: (part: FieldValues) => void;
  /** Drops the saved changes, and keeps changes typed during the save. */
  readonly settle: (saved: FieldValues) => void;
  /** Drops all changes. */
  readonly revert: () => void;
}

function useChanges(form: string): FieldValues {
  return useSyncExternalStore(
    drafts.subscribe,
    useCallback(() => drafts.read(form), [form]),
  );
}

/** The draft of `form`, a unique name. Shows stored values that change meanwhile, unless also edited here. */
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
