// The realm's default groups, which new users join.
import { Anchor, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type StoredGroup, useChangeDefaultGroups, useDefaultGroups } from '../../api/groups.ts';
import { ChooseGroupsDialog } from '../../components/choose-groups-dialog.tsx';
import { announceOutcome } from '../../ui/announce.tsx';
import { keepFocusInList } from '../../ui/keep-focus.ts';
import { countOf } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

function DefaultGroupRow({ group }: { readonly group: StoredGroup }): ReactNode {
  const change = useChangeDefaultGroups();
  const remove = (): void => {
    keepFocusInList();
    void announceOutcome(change.mutateAsync({ isDefault: false, groupIds: [group.id] }), {
      done: () => `New users no longer join ${group.path}.`,
      failed: `${group.path} is still a default group`,
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
      <Table.Td ta="right">
        <Button
          size="compact-xs"
          variant="default"
          disabled={change.isPending}
          aria-label={`Remove ${group.path} from the default groups`}
          onClick={remove}
        >
          Remove
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function DefaultGroupTable({ groups }: { readonly groups: readonly StoredGroup[] }): ReactNode {
  if (groups.length === 0)
    return (
      <Text c="dimmed" fz="sm">
        No default groups. New users are not members of any group.
      </Text>
    );
  return (
    <Table verticalSpacing={4} aria-label="Default groups">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Group</Table.Th>
          <Table.Th w={96}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map((group) => (
          <DefaultGroupRow key={group.id} group={group} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Users who exist already do not join. */
export function DefaultGroups(): ReactNode {
  const groups = useDefaultGroups();
  const change = useChangeDefaultGroups();
  const [choosing, dialog] = useDisclosure(false);
  return (
    <Section
      title="Default groups"
      summary="New users join them when they are created."
      aside={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          Add default groups
        </Button>
      }
    >
      <QueryView query={groups} lines={2}>
        {(rows) => <DefaultGroupTable groups={rows} />}
      </QueryView>
      {choosing ? (
        <ChooseGroupsDialog
          title="Add default groups"
          summary="New users will join the chosen groups. Existing users are not changed."
          action="Add"
          taken={new Set(groups.data?.map(({ id }) => id))}
          takenNote="is a default group"
          onSubmit={(added) => change.mutateAsync({ isDefault: true, groupIds: added.map(({ id }) => id) })}
          done={(added) => `Added ${countOf(added.length, 'default group', 'default groups')}.`}
          failed="Not every group became a default group"
          onClose={dialog.close}
        />
      ) : undefined}
    </Section>
  );
}
