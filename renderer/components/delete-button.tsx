// The button of an entry's own screen that deletes it, with time to undo, and leaves for the list.
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { type Deletion, useUndoableDelete } from './undoable-delete.tsx';

interface Props {
  readonly deletion: Deletion;
  /** Address of the list: `/clients`. */
  readonly leaveTo: string;
}

/** "Delete". */
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
