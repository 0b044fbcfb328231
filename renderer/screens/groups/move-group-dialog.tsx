// Moving a group below another one, or to the top.
import { Checkbox, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type StoredGroup, useMoveGroup } from '../../api/groups.ts';
import { GroupTree } from '../../components/group-tree.tsx';
import { text } from '../../texts/text.ts';
import { announceDone } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';

interface Props {
  readonly group: StoredGroup;
  readonly onClose: () => void;
}

/** Why the group cannot be moved below another one. */
function explain(group: StoredGroup, target: StoredGroup): string | undefined {
  if (target.id === group.id) return text('groups:move.self');
  if (target.path.startsWith(`${group.path}/`)) return text('groups:move.below');
  return target.id === group.parentId ? text('groups:move.parent') : undefined;
}

/** Members, roles and child groups stay. */
export function MoveGroupDialog({ group, onClose }: Props): ReactNode {
  const [search, setSearch] = useState('');
  const [target, setTarget] = useState<StoredGroup | 'top' | undefined>(undefined);
  const move = useMoveGroup(group);
  const isTop = group.parentId === undefined;
  const done =
    target === 'top' || target === undefined
      ? text('groups:move.doneTop', { group: group.name })
      : text('groups:move.doneBelow', { group: group.name, path: target.path });
  return (
    <Dialog title={text('groups:move.title', { group: group.name })} onClose={onClose}>
      <DialogForm
        action={text('groups:move.action')}
        blocked={target === undefined}
        onSubmit={() => () =>
          move.mutateAsync({ parentId: target === 'top' || target === undefined ? undefined : target.id })
        }
        outcome={{
          done: () => done,
          failed: text('groups:move.failed', { group: group.name }),
          onDone: () => {
            announceDone(done);
            onClose();
          },
        }}
        onClose={onClose}
      >
        <Text c="dimmed" fz="sm">
          {text('groups:move.summary')}
        </Text>
        <Checkbox
          label={text('groups:move.top')}
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
