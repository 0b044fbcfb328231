// The Roles tab of a client.
import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StoredClient } from '../../api/clients.ts';
import { NewRoleDialog } from '../../components/new-role-dialog.tsx';
import { RoleList } from '../../components/role-list.tsx';
import { text } from '../../texts/text.ts';
import { SECTION_TABLE_HEIGHT } from '../../ui/data-table.tsx';
import { Section } from '../../ui/section.tsx';
import { useAddress } from '../../ui/use-address.ts';

const ADDRESS = { search: '', page: '1' };

/** The roles that the client defines. */
export function ClientRoles({ client }: { readonly client: StoredClient }): ReactNode {
  const [address, change] = useAddress(ADDRESS);
  const [creating, dialog] = useDisclosure(false);
  return (
    <Section
      title={text('clients:roles.title')}
      summary={text('clients:roles.summary')}
      aside={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          {text('clients:roles.create')}
        </Button>
      }
    >
      <Stack gap="md">
        <RoleList
          client={client.clientId}
          address={address}
          onChange={change}
          maxHeight={SECTION_TABLE_HEIGHT}
          empty={text('clients:roles.empty')}
        />
      </Stack>
      {creating ? <NewRoleDialog clientUuid={client.id} onClose={dialog.close} /> : undefined}
    </Section>
  );
}
