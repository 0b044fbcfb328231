// One client: its settings, its credentials, and ready settings for the application.

import { Anchor, Button, Tabs } from '@mantine/core';
import { IconArrowLeft, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { readableClientName } from '#protocol/contract/client-name.ts';
import { useRealm } from '../../api/api-context.tsx';
import { clientsPath, type StoredClient, useClient } from '../../api/clients.ts';
import { SnippetPanel } from '../../components/snippet-panel.tsx';
import { useUndoableDelete } from '../../components/undoable-delete.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { ClientCredentials } from './client-credentials.tsx';
import { ClientForm } from './client-form.tsx';

function DeleteButton({ client }: { readonly client: StoredClient }): ReactNode {
  const [realm] = useRealm();
  const remove = useUndoableDelete();
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} />}
      onClick={() => {
        remove({
          path: `${clientsPath(realm)}/${client.id}`,
          what: `client ${client.clientId}`,
          queryKey: ['clients', realm],
        });
        void navigate('/clients');
      }}
    >
      Delete
    </Button>
  );
}

function Parts({ client }: { readonly client: StoredClient }): ReactNode {
  return (
    <Tabs defaultValue="settings" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="settings">Settings</Tabs.Tab>
        <Tabs.Tab value="credentials">Credentials</Tabs.Tab>
        <Tabs.Tab value="snippets">Snippets</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="settings" pt="md">
        <ClientForm client={client} />
      </Tabs.Panel>
      <Tabs.Panel value="credentials" pt="md">
        <ClientCredentials client={client} />
      </Tabs.Panel>
      <Tabs.Panel value="snippets" pt="md">
        <SnippetPanel client={client} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** The client that the address names. */
export function ClientScreen(): ReactNode {
  const { id = '' } = useParams();
  const query = useClient(id);
  return (
    <Page
      title={query.data?.clientId ?? 'Client'}
      summary={readableClientName(query.data?.name)}
      above={
        <Anchor component={Link} to="/clients" fz="sm">
          <IconArrowLeft size={12} aria-hidden /> Clients
        </Anchor>
      }
      actions={query.data === undefined ? undefined : <DeleteButton client={query.data} />}
    >
      <QueryView query={query} lines={8}>
        {(client) => <Parts key={client.id} client={client} />}
      </QueryView>
    </Page>
  );
}
