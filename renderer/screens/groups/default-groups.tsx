// The realm's default groups, which new users join.
import { Anchor, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type StoredGroup, useChangeDefaultGroups, useDefaultGroups } from '../../api/groups.ts';
import { ChooseGroupsDialog } from '../../components/choose-groups-dialog.tsx';
import { text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { keepFocusInList } from '../../ui/keep-focus.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

function DefaultGroupRow({ group }: { readonly group: StoredGroup }): ReactNode {
  const change = useChangeDefaultGroups();
  const remove = (): void => {
    keepFocusInList();
    void announceOutcome(change.mutateAsync({ isDefault: false, groupIds: [group.id] }), {
      done: () => text('groups:default.removed', { group: group.path }),
      failed: text('groups:default.notRemoved', { group: group.path }),
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
          aria-label={text('groups:default.removeLabel', { group: group.path })}
          onClick={remove}
        >
          {text('groups:default.remove')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function DefaultGroupTable({ groups }: { readonly groups: readonly StoredGroup[] }): ReactNode {
  if (groups.length === 0)
    return (
      <Text c="dimmed" fz="sm">
        {text('groups:default.none')}
      </Text>
    );
  return (
    <Table verticalSpacing={4} aria-label={text('groups:default.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('groups:default.group')}</Table.Th>
          <Table.Th w={96}>
            <VisuallyHidden>{text('groups:default.actions')}</VisuallyHidden>
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
      title={text('groups:default.title')}
      summary={text('groups:default.summary')}
      aside={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          {text('groups:default.add')}
        </Button>
      }
    >
      <QueryView query={groups} lines={2}>
        {(rows) => <DefaultGroupTable groups={rows} />}
      </QueryView>
      {choosing ? (
        <ChooseGroupsDialog
          title={text('groups:default.addTitle')}
          summary={text('groups:default.addSummary')}
          action={text('groups:default.addAction')}
          taken={new Set(groups.data?.map(({ id }) => id))}
          takenNote={text('groups:default.taken')}
          onSubmit={(added) => change.mutateAsync({ isDefault: true, groupIds: added.map(({ id }) => id) })}
          done={(added) => text('groups:default.added', { count: added.length })}
          failed={text('groups:default.notAdded')}
          onClose={dialog.close}
        />
      ) : undefined}
    </Section>
  );
}
