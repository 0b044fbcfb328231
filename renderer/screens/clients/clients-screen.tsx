// Clients: the realm's clients, with search and sorting.

import { Anchor, Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { readableClientName } from '#protocol/contract/client-name.ts';
import { useRealm } from '../../api/api-context.tsx';
import { clientsPath, type StoredClient, useClients } from '../../api/clients.ts';
import { usePendingDeletions } from '../../components/undoable-delete.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { nextOrder, type SortOrder, sortRows } from '../../ui/sort-rows.ts';
import { NewClientDialog } from './new-client-dialog.tsx';

const flows = [
  ['standardFlowEnabled', 'code'],
  ['implicitFlowEnabled', 'implicit'],
  ['directAccessGrantsEnabled', 'password'],
  ['serviceAccountsEnabled', 'client credentials'],
] as const;

const attributeFlows = [
  ['oauth2.device.authorization.grant.enabled', 'device'],
  ['oidc.ciba.grant.enabled', 'CIBA'],
] as const;

const samlFlows = [
  ['saml.allow.ecp.flow', 'ECP'],
  ['saml.artifact.binding', 'artifact'],
  ['saml.encrypt', 'encrypted'],
] as const;

function samlFlowsOf({ standardFlowEnabled, attributes = {} }: StoredClient): string {
  return [
    ...(standardFlowEnabled === false ? [] : ['browser']),
    ...((attributes['saml_idp_initiated_sso_url_name'] ?? '') === '' ? [] : ['IdP-initiated']),
    ...samlFlows.flatMap(([name, title]) => (attributes[name] === 'true' ? [title] : [])),
  ].join(', ');
}

function flowsOf(client: StoredClient): string {
  if (client.protocol === 'saml') return samlFlowsOf(client);
  if (client.protocol === 'docker-v2') return '';
  return [
    ...flows.flatMap(([member, name]) => (client[member] === true ? [name] : [])),
    ...attributeFlows.flatMap(([name, title]) => (client.attributes?.[name] === 'true' ? [title] : [])),
  ].join(', ');
}

function typeOf(client: StoredClient): string {
  if (client.protocol === 'saml') return 'SAML';
  if (client.protocol === 'docker-v2') return 'registry';
  return client.bearerOnly === true
    ? 'bearer-only'
    : client.publicClient === true
      ? 'public'
      : 'confidential';
}

const texts: Readonly<Record<string, (client: StoredClient) => string>> = {
  clientId: (client) => client.clientId,
  name: (client) => readableClientName(client.name),
  type: typeOf,
  flows: flowsOf,
  enabled: (client) => (client.enabled === false ? 'disabled' : 'enabled'),
};

const columns: readonly Column<StoredClient>[] = [
  {
    key: 'clientId',
    title: 'Client ID',
    width: '28%',
    sortable: true,
    render: (client) => (
      <Anchor component={Link} to={`/clients/${client.id}`} ff="monospace" fz="sm" underline="hover">
        {client.clientId}
      </Anchor>
    ),
  },
  { key: 'name', title: 'Name', sortable: true, render: (client) => readableClientName(client.name) },
  { key: 'type', title: 'Type', width: '104px', sortable: true, render: typeOf },
  { key: 'flows', title: 'Flows', width: '20%', sortable: true, render: flowsOf },
  {
    key: 'enabled',
    title: 'State',
    width: '88px',
    sortable: true,
    render: (client) => texts['enabled']?.(client),
  },
];

function List({ clients }: { readonly clients: readonly StoredClient[] }): ReactNode {
  const [order, setOrder] = useState<SortOrder>({ column: 'clientId', descending: false });
  const rows = sortRows(clients, texts[order.column] ?? ((client) => client.clientId), order.descending);
  return rows.length === 0 ? (
    <EmptyState
      title="No matching clients"
      text="Clients are applications that use this realm to sign in users. Create one, or change the search."
    />
  ) : (
    <DataTable
      label="Clients"
      columns={columns}
      rows={rows}
      keyOf={(client) => client.id}
      order={order}
      onSort={(column) => setOrder(nextOrder(order, column))}
    />
  );
}

/** The list. The link in a row opens the client. */
export function ClientsScreen(): ReactNode {
  const [realm] = useRealm();
  const clients = useClients();
  const pending = usePendingDeletions();
  const [search, setSearch] = useState('');
  const [creating, dialog] = useDisclosure(false);
  const words = search.trim().toLowerCase();
  const matches = (client: StoredClient): boolean =>
    !pending.has(`${clientsPath(realm)}/${client.id}`) &&
    `${client.clientId} ${readableClientName(client.name)}`.toLowerCase().includes(words);
  return (
    <Page
      title="Clients"
      summary="Applications and services that use this realm."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
          Create client
        </Button>
      }
    >
      <TextInput
        aria-label="Search clients"
        placeholder="Client ID or name"
        leftSection={<IconSearch size={16} />}
        maw={320}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <QueryView query={clients} lines={8}>
        {(rows) => <List clients={rows.filter(matches)} />}
      </QueryView>
      {creating ? <NewClientDialog onClose={dialog.close} /> : undefined}
    </Page>
  );
}
