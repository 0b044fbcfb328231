// The screen of an entry that is being deleted.
import type { ReactNode } from 'react';
import type { PendingDeletion } from '../api/pending-deletions.ts';
import { BeingDeleted } from '../components/being-deleted.tsx';
import { Page } from '../ui/page.tsx';

/** In place of the entry, at its own address. An undo brings the screen back. */
export function DeletedScreen({ entry }: { readonly entry: PendingDeletion }): ReactNode {
  return (
    <Page title={entry.deletion.doing}>
      <BeingDeleted entry={entry} />
    </Page>
  );
}
