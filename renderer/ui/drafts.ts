// Unsaved changes of forms. They are kept when the user opens another tab or screen.
import { type FieldValues, isSame } from './field.ts';

/** Unsaved changes, by the form they belong to. */
export interface Drafts {
  /** The changes of a form; the same object until something changes. */
  read(form: string): FieldValues;
  /** Replaces the changes of a form; `undefined` drops them. */
  write(form: string, changes: FieldValues | undefined): void;
  /** Drops the saved changes, and keeps changes typed during the save. */
  settle(form: string, saved: FieldValues): void;
  /** Whether there are no unsaved changes. */
  isEmpty(): boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

const NOTHING: FieldValues = Object.freeze({});

export function createDrafts(): Drafts {
  const kept = new Map<string, FieldValues>();
  const listeners = new Set<() => void>();
  const read = (form: string): FieldValues => kept.get(form) ?? NOTHING;
  const write = (form: string, changes: FieldValues | undefined): void => {
    if (changes === undefined || Object.keys(changes).length === 0) kept.delete(form);
    else kept.set(form, changes);
    for (const listener of listeners) listener();
  };
  return {
    read,
    write,
    settle: (form, saved) => {
      const unsaved = Object.entries(read(form)).filter(
        ([member, value]) => !(member in saved && isSame(saved[member], value)),
      );
      write(form, Object.fromEntries(unsaved));
    },
    isEmpty: () => kept.size === 0,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
