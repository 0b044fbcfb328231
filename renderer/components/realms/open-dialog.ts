// Which dialog about realms is open: one at a time, above every screen.
import { useSyncExternalStore } from 'react';

/** `realm` is the realm that the dialog is about. */
export type RealmDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'import'; readonly files: readonly File[] }
  | { readonly kind: 'rename' | 'duplicate' | 'reset' | 'delete'; readonly realm: string };

let current: RealmDialog | undefined;
const listeners = new Set<() => void>();

function set(next: RealmDialog | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens a dialog. Files are added to those that an open import dialog has still to import. */
export function openRealmDialog(dialog: RealmDialog): void {
  if (dialog.kind === 'import' && current?.kind === 'import')
    set({ kind: 'import', files: [...current.files, ...dialog.files] });
  else set(dialog);
}

export function closeRealmDialog(): void {
  set(undefined);
}

/** Undefined while none is open. */
export function useRealmDialog(): RealmDialog | undefined {
  return useSyncExternalStore(subscribe, () => current);
}
