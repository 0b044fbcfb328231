// A button on the screen of an entry that deletes it, with undo, and returns to the list.
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { type Deletion, useUndoableDelete } from './undoable-delete.tsx';

interface Props {
  readonly deletion: Deletion;
  /** Path of the list: `/clients`. */
  readonly leaveTo: string;
}

/** Deletes the entry and opens the list. */
export function DeleteButton({ deletion, leaveTo }: Props): ReactNode {
  const remove = useUndoableDelete();
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} />}
      onClick={() => {
        remove(deletion);
        void navigate(leaveTo);
      }}
    >
      Delete
    </Button>
  );
}
