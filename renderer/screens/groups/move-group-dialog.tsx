// Moving a group below another one, or to the top.
import { Checkbox, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type StoredGroup, useMoveGroup } from '../../api/groups.ts';
import { GroupTree } from '../../components/group-tree.tsx';
import { announceDone } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';

interface Props {
  readonly group: StoredGroup;
  readonly onClose: () => void;
}

/** Why the group cannot be moved below another one. */
function explain(group: StoredGroup, target: StoredGroup): string | undefined {
  if (target.id === group.id) return 'this group';
  if (target.path.startsWith(`${group.path}/`)) return 'below this group';
  return target.id === group.parentId ? 'is the parent' : undefined;
}

/** Members, roles and child groups stay. */
export function MoveGroupDialog({ group, onClose }: Props): ReactNode {
  const [search, setSearch] = useState('');
  const [target, setTarget] = useState<StoredGroup | 'top' | undefined>(undefined);
  const move = useMoveGroup(group);
  const isTop = group.parentId === undefined;
  const done = `Moved ${group.name} ${target === 'top' || target === undefined ? 'to the top level' : `below ${target.path}`}.`;
  return (
    <Dialog title={`Move ${group.name} to…`} onClose={onClose}>
      <DialogForm
        action="Move"
        blocked={target === undefined}
        onSubmit={() => () =>
          move.mutateAsync({ parentId: target === 'top' || target === undefined ? undefined : target.id })
        }
        outcome={{
          done: () => done,
          failed: `Group ${group.name} was not moved`,
          onDone: () => {
            announceDone(done);
            onClose();
          },
        }}
        onClose={onClose}
      >
        <Text c="dimmed" fz="sm">
          Child groups move along, and members stay. Roles of the groups above change with the place.
        </Text>
        <Checkbox
          label="To the top level"
          disabled={isTop}
          checked={target === 'top'}
          onChange={({ currentTarget: { checked } }) => setTarget(checked ? 'top' : undefined)}
        />
        <GroupTree
          autoFocus
          search={search}
          onSearch={setSearch}
          revealed={group.id}
          selected={new Set(target === undefined || target === 'top' ? [] : [target.id])}
          explain={(candidate) => explain(group, candidate)}
          onChoose={setTarget}
          empty={undefined}
          maxHeight="min(360px, 45vh)"
        />
      </DialogForm>
    </Dialog>
  );
}
