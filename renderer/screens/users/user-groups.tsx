// The groups of a user: joins and leaves them. Changes take effect immediately.
import { Anchor, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type StoredGroup, useChangeMembership } from '../../api/groups.ts';
import { useUserGroups } from '../../api/users.ts';
import { ChooseGroupsDialog } from '../../components/choose-groups-dialog.tsx';
import { announceOutcome } from '../../ui/announce.tsx';
import { keepFocusInList } from '../../ui/keep-focus.ts';
import { countOf } from '../../ui/pages.tsx';
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
      done: () => `Left ${group.path}.`,
      failed: `The user did not leave ${group.path}`,
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
          aria-label={`Leave ${group.path}`}
          onClick={leave}
        >
          Leave
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
        Not a member of any group.
      </Text>
    );
  const showsAbove = groups.some(({ path }) => pathsAbove(path).length > 0);
  return (
    <Table.ScrollContainer type="native" minWidth={showsAbove ? 420 : 240}>
      <Table verticalSpacing={4} aria-label="Groups">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Group</Table.Th>
            {showsAbove ? <Table.Th>Also has the roles of</Table.Th> : undefined}
            <Table.Th w={88}>
              <VisuallyHidden>Actions</VisuallyHidden>
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
      ? `Joined ${joined[0].path}.`
      : `Joined ${countOf(joined.length, 'group', 'groups')}.`;
  return (
    <Section
      title="Groups"
      summary="A member also has the roles of the groups above."
      aside={
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          Join groups
        </Button>
      }
    >
      <QueryView query={groups}>{(rows) => <Groups userId={userId} groups={rows} />}</QueryView>
      {choosing ? (
        <ChooseGroupsDialog
          title="Join groups"
          summary="Choose one or more groups."
          action="Join"
          taken={new Set(groups.data?.map(({ id }) => id))}
          takenNote="already a member"
          onSubmit={(joined) =>
            change.mutateAsync({
              action: 'join',
              userIds: [userId],
              groupIds: joined.map(({ id }) => id),
            })
          }
          done={done}
          failed="Not every group was joined"
          onClose={dialog.close}
        />
      ) : undefined}
    </Section>
  );
}
