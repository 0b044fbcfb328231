// The dialog that chooses groups in the tree: to join, or as default groups.
import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { StoredGroup } from '../api/groups.ts';
import { text } from '../texts/text.ts';
import { announceDone } from '../ui/announce.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { GroupTree } from './group-tree.tsx';

interface Props {
  readonly title: string;
  readonly summary: string;
  /** Verb of the button: `Join`. */
  readonly action: string;
  /** IDs of groups that cannot be chosen, and why in a word: `member`. */
  readonly taken: ReadonlySet<string>;
  readonly takenNote: string;
  readonly onSubmit: (groups: readonly StoredGroup[]) => Promise<unknown>;
  /** Message after success. */
  readonly done: (groups: readonly StoredGroup[]) => string;
  /** Title of the failure message. */
  readonly failed: string;
  readonly onClose: () => void;
}

/** Chosen groups stay chosen while the search changes. */
export function ChooseGroupsDialog(props: Props): ReactNode {
  const { title, summary, action, taken, takenNote, onSubmit, done, failed, onClose } = props;
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, StoredGroup>>(new Map());
  const groups = [...chosen.values()];
  const toggle = (group: StoredGroup): void => {
    const next = new Map(chosen);
    if (!next.delete(group.id)) next.set(group.id, group);
    setChosen(next);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        action={
          groups.length === 0 ? action : text('components:groups.choose', { action, count: groups.length })
        }
        blocked={groups.length === 0}
        onSubmit={() => () => onSubmit(groups)}
        outcome={{
          done: () => done(groups),
          failed,
          onDone: () => {
            announceDone(done(groups));
            onClose();
          },
        }}
        onClose={onClose}
      >
        <Text c="dimmed" fz="sm">
          {summary}
        </Text>
        <GroupTree
          autoFocus
          multiple
          search={search}
          onSearch={setSearch}
          selected={new Set(chosen.keys())}
          explain={({ id }) => (taken.has(id) ? takenNote : undefined)}
          onChoose={toggle}
          empty={
            <Text c="dimmed" fz="sm">
              {text('components:groups.empty')}
            </Text>
          }
          maxHeight="min(360px, 45vh)"
        />
      </DialogForm>
    </Dialog>
  );
}
