// The groups directly below a group.
import { Anchor, Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useApi, useRealm } from '../../api/api-context.tsx';
import { GROUPS_PER_PAGE, groupPageQuery, groupPath, type StoredGroup } from '../../api/groups.ts';
import { usePendingDeletions } from '../../components/undoable-delete.tsx';
import { text } from '../../texts/text.ts';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { NewGroupDialog } from './new-group-dialog.tsx';

function ChildTable({ groups }: { readonly groups: readonly StoredGroup[] }): ReactNode {
  const [realm] = useRealm();
  const pending = usePendingDeletions();
  const shown = groups.filter(({ id }) => !pending.has(groupPath(realm, id)));
  if (shown.length === 0)
    return (
      <Text c="dimmed" fz="sm">
        {text('groups:children.none')}
      </Text>
    );
  return (
    <Table verticalSpacing={6} aria-label={text('groups:children.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('groups:children.name')}</Table.Th>
          <Table.Th w={160}>{text('groups:children.below')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map(({ id, name, subGroupCount }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Anchor
                component={Link}
                to={`/groups/${id}`}
                fz="sm"
                underline="hover"
                style={{ overflowWrap: 'anywhere' }}
              >
                {name}
              </Anchor>
            </Table.Td>
            <Table.Td>
              {subGroupCount === 0 ? '' : text('components:count.groups', { count: subGroupCount })}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function GroupChildren({ group }: { readonly group: StoredGroup }): ReactNode {
  const api = useApi();
  const [realm] = useRealm();
  const [page, setPage] = useState(1);
  const query = useQuery(groupPageQuery(api, realm, group.id, page));
  const [creating, dialog] = useDisclosure(false);
  return (
    <Section
      title={text('groups:children.title')}
      aside={
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          {text('groups:children.create')}
        </Button>
      }
    >
      <QueryView query={query}>{(groups) => <ChildTable groups={groups} />}</QueryView>
      {group.subGroupCount > GROUPS_PER_PAGE ? (
        <Pages
          total={group.subGroupCount}
          perPage={GROUPS_PER_PAGE}
          page={page}
          onPage={setPage}
          rows="components:count.groups"
        />
      ) : undefined}
      {creating ? <NewGroupDialog parent={group} onClose={dialog.close} /> : undefined}
    </Section>
  );
}
