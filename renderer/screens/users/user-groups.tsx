// The groups of a user: joins and leaves them. Changes take effect immediately.
import { Anchor, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type StoredGroup, useChangeMembership } from '../../api/groups.ts';
import { useUserGroups } from '../../api/users.ts';
import { ChooseGroupsDialog } from '../../components/choose-groups-dialog.tsx';
import { text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { keepFocusInList } from '../../ui/keep-focus.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

/** Paths of the groups above a group, from the top; a slash inside a name is written `~/`. */
function pathsAbove(path: string): readonly string[] {
  const ends = [...path.matchAll(/(?<!~)\//g)].map(({ index }) => index).filter((index) => index > 0);
  return ends.map((end) => path.slice(0, end));
}

interface RowProps {
  readonly userId: string;
  readonly group: StoredGroup;
  /** Whether there is a column of groups above. */
  readonly showsAbove: boolean;
}

function GroupRow({ userId, group, showsAbove }: RowProps): ReactNode {
  const change = useChangeMembership();
  const leave = (): void => {
    keepFocusInList();
    void announceOutcome(change.mutateAsync({ action: 'leave', userIds: [userId], groupIds: [group.id] }), {
      done: () => text('users:groups.left', { group: group.path }),
      failed: text('users:groups.notLeft', { group: group.path }),
    });
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          to={`/groups/${group.id}`}
          ff="monospace"
          fz="sm"
          underline="hover"
          style={{ overflowWrap: 'anywhere' }}
        >
          {group.path}
        </Anchor>
      </Table.Td>
      {showsAbove ? (
        <Table.Td>
          <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {pathsAbove(group.path).join(', ')}
          </Text>
        </Table.Td>
      ) : undefined}
      <Table.Td ta="right">
        <Button
          size="compact-xs"
          variant="default"
          disabled={change.isPending}
          aria-label={text('users:groups.leaveLabel', { group: group.path })}
          onClick={leave}
        >
          {text('users:groups.leave')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function Groups({
  userId,
  groups,
}: {
  readonly userId: string;
  readonly groups: readonly StoredGroup[];
}): ReactNode {
  if (groups.length === 0)
    return (
      <Text c="dimmed" fz="sm">
        {text('users:groups.none')}
      </Text>
    );
  const showsAbove = groups.some(({ path }) => pathsAbove(path).length > 0);
  return (
    <Table.ScrollContainer type="native" minWidth={showsAbove ? 420 : 240}>
      <Table verticalSpacing={4} aria-label={text('users:groups.label')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('users:groups.group')}</Table.Th>
            {showsAbove ? <Table.Th>{text('users:groups.above')}</Table.Th> : undefined}
            <Table.Th w={88}>
              <VisuallyHidden>{text('users:groups.actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map((group) => (
            <GroupRow key={group.id} userId={userId} group={group} showsAbove={showsAbove} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A member of a group also has the roles of the groups above it. */
export function UserGroups({ userId }: { readonly userId: string }): ReactNode {
  const groups = useUserGroups(userId);
  const change = useChangeMembership();
  const [choosing, dialog] = useDisclosure(false);
  const done = (joined: readonly StoredGroup[]): string =>
    joined.length === 1 && joined[0] !== undefined
      ? text('users:groups.joinedOne', { group: joined[0].path })
      : text('users:groups.joined', { count: joined.length });
  return (
    <Section
      title={text('users:groups.title')}
      summary={text('users:groups.summary')}
      aside={
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          {text('users:groups.join')}
        </Button>
      }
    >
      <QueryView query={groups}>{(rows) => <Groups userId={userId} groups={rows} />}</QueryView>
      {choosing ? (
        <ChooseGroupsDialog
          title={text('users:groups.joinTitle')}
          summary={text('users:groups.joinSummary')}
          action={text('users:groups.joinAction')}
          taken={new Set(groups.data?.map(({ id }) => id))}
          takenNote={text('users:groups.taken')}
          onSubmit={(joined) =>
            change.mutateAsync({
              action: 'join',
              userIds: [userId],
              groupIds: joined.map(({ id }) => id),
            })
          }
          done={done}
          failed={text('users:groups.notJoined')}
          onClose={dialog.close}
        />
      ) : undefined}
    </Section>
  );
}
