// Changes that were typed and not saved yet: they survive that a person looks at another tab or screen.
import { type FieldValues, isSame } from './field.ts';

/** Unsaved changes, by the form they belong to. */
export interface Drafts {
  /** The changes of a form; the same object until something changes. */
  read(form: string): FieldValues;
  /** Adds changes; `undefined` as changes forgets them all. */
  write(form: string, changes: FieldValues | undefined): void;
  /** Forgets the changes that were saved; what was typed meanwhile stays. */
  settle(form: string, saved: FieldValues): void;
  /** Whether nothing is unsaved. */
  isEmpty(): boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

const NOTHING: FieldValues = Object.freeze({});

/** No unsaved changes yet. */
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
