// A button on the screen of an entry that deletes it, with undo, and returns to the list.
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { text } from '../texts/text.ts';
import { announceDone } from '../ui/announce.tsx';
import { focusWhenDrawn } from '../ui/keep-focus.ts';
import { isScreenOf } from './describe-deletion.ts';
import { type Deletion, useUndoableDelete } from './undoable-delete.tsx';

/** The button, as the element that brings back the focus. */
const BUTTON = 'main [data-delete]';

/** Where the focus goes in the list: to its search. Nowhere while the entry is still shown. */
function findSearch(): Element | null {
  if (document.querySelector(BUTTON) !== null) return null;
  return document.querySelector('main input:not([type="checkbox"])');
}

interface Props {
  readonly deletion: Deletion;
  /** Path of the list: `/clients`. */
  readonly leaveTo: string;
}

/** The address of the screen that is open now. That of the router is older until the screen has been drawn. */
function currentAddress(): string {
  return window.location.hash.replace(/^#/, '');
}

function pathnameOf(address: string): string {
  return address.split('?')[0] ?? '';
}

/** Deletes the entry and opens the list. An undo opens the entry again, unless the user has left the list. */
export function DeleteButton({ deletion, leaveTo }: Props): ReactNode {
  const remove = useUndoableDelete();
  const navigate = useNavigate();
  const reopen = (address: string): void => {
    const here = pathnameOf(currentAddress());
    if (here === pathnameOf(leaveTo)) void navigate(address);
    else if (!isScreenOf({ path: deletion.path, pathname: here })) {
      announceDone(text('components:undo.kept', { what: deletion.what }));
      return;
    }
    focusWhenDrawn(() => document.querySelector(BUTTON));
  };
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} />}
      data-delete
      onClick={() => {
        const address = currentAddress();
        remove({ ...deletion, reopen: () => reopen(address) });
        void navigate(leaveTo);
        focusWhenDrawn(findSearch);
      }}
    >
      {text('components:delete.action')}
    </Button>
  );
}
