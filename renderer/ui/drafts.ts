// Changes that were typed and not saved yet: they survive that a person looks at another tab or screen.
import type { FieldValues } from './field.ts';

/** Unsaved changes, by the form they belong to. */
export interface Drafts {
  /** The changes of a form; the same object until something changes. */
  read(form: string): FieldValues;
  /** Adds changes; `undefined` as changes forgets them all. */
  write(form: string, changes: FieldValues | undefined): void;
  /** Whether nothing is unsaved. */
  isEmpty(): boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

const NOTHING: FieldValues = Object.freeze({});

/** No unsaved changes yet. */
export function createDrafts(): Drafts {
  const kept = new Map<string, FieldValues>();
  const listeners = new Set<() => void>();
  return {
    read: (form) => kept.get(form) ?? NOTHING,
    write: (form, changes) => {
      if (changes === undefined || Object.keys(changes).length === 0) kept.delete(form);
      else kept.set(form, changes);
      for (const listener of listeners) listener();
    },
    isEmpty: () => kept.size === 0,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
