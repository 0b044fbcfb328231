// Clients: the realm's clients, with search and sorting.
import { Anchor, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { readableClientName } from '#protocol/contract/client-name.ts';
import { useRealm } from '../../api/api-context.tsx';
import { clientsPath, type StoredClient, useClients } from '../../api/clients.ts';
import { BulkActions } from '../../components/bulk-actions.tsx';
import { EnabledSwitch } from '../../components/enabled-switch.tsx';
import { text } from '../../texts/text.ts';
import { type ColumnChoice, useColumnChoice } from '../../ui/column-choice.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { type Selection, useSelection } from '../../ui/selection.ts';
import { nextOrder, readOrder, type SortOrder, sortRows, writeOrder } from '../../ui/sort-rows.ts';
import { useAddress } from '../../ui/use-address.ts';
import { NewClientDialog } from './new-client-dialog.tsx';

/** Names of flows by the member that enables them. */
const FLOWS = [
  ['standardFlowEnabled', 'clients:flow.code'],
  ['implicitFlowEnabled', 'clients:flow.implicit'],
  ['directAccessGrantsEnabled', 'clients:flow.password'],
  ['serviceAccountsEnabled', 'clients:flow.clientCredentials'],
] as const;

const ATTRIBUTE_FLOWS = [
  ['oauth2.device.authorization.grant.enabled', 'clients:flow.device'],
  ['oidc.ciba.grant.enabled', 'clients:flow.ciba'],
] as const;

const SAML_FLOWS = [
  ['saml.allow.ecp.flow', 'clients:flow.ecp'],
  ['saml.artifact.binding', 'clients:flow.artifact'],
  ['saml.encrypt', 'clients:flow.encrypted'],
] as const;

function samlFlowsOf({ standardFlowEnabled, attributes = {} }: StoredClient): string {
  return [
    ...(standardFlowEnabled === false ? [] : [text('clients:flow.browser')]),
    ...((attributes['saml_idp_initiated_sso_url_name'] ?? '') === ''
      ? []
      : [text('clients:flow.idpInitiated')]),
    ...SAML_FLOWS.flatMap(([name, title]) => (attributes[name] === 'true' ? [text(title)] : [])),
  ].join(', ');
}

function flowsOf(client: StoredClient): string {
  if (client.protocol === 'saml') return samlFlowsOf(client);
  if (client.protocol === 'docker-v2') return '';
  return [
    ...FLOWS.flatMap(([member, name]) => (client[member] === true ? [text(name)] : [])),
    ...ATTRIBUTE_FLOWS.flatMap(([name, title]) =>
      client.attributes?.[name] === 'true' ? [text(title)] : [],
    ),
  ].join(', ');
}

function typeOf(client: StoredClient): string {
  if (client.protocol === 'saml') return text('clients:type.saml');
  if (client.protocol === 'docker-v2') return text('clients:type.registry');
  if (client.bearerOnly === true) return text('clients:type.bearerOnly');
  return text(client.publicClient === true ? 'clients:type.public' : 'clients:type.confidential');
}

/** What the list is sorted by. */
const SORT_KEYS: Readonly<Record<string, (client: StoredClient) => string>> = {
  clientId: (client) => client.clientId,
  name: (client) => readableClientName(client.name),
  type: typeOf,
  flows: flowsOf,
  enabled: (client) => (client.enabled === false ? 'disabled' : 'enabled'),
};

/** `sort`: a column, after a hyphen if descending. */
const ADDRESS = { search: '', sort: 'clientId' };

const keyOf = (client: StoredClient): string => client.id;
const nameOf = (client: StoredClient): string => client.clientId;

function columnsOf(realm: string): readonly Column<StoredClient>[] {
  return [
    {
      key: 'clientId',
      title: text('clients:column.clientId'),
      width: '28%',
      sortable: true,
      render: (client) => (
        <Anchor component={Link} to={`/clients/${client.id}`} ff="monospace" fz="sm" underline="hover">
          {client.clientId}
        </Anchor>
      ),
    },
    {
      key: 'name',
      title: text('clients:column.name'),
      sortable: true,
      optional: 'shown',
      render: (client) => readableClientName(client.name),
    },
    {
      key: 'type',
      title: text('clients:column.type'),
      width: '104px',
      sortable: true,
      optional: 'shown',
      render: typeOf,
    },
    {
      key: 'flows',
      title: text('clients:column.flows'),
      width: '20%',
      sortable: true,
      optional: 'shown',
      render: flowsOf,
    },
    {
      key: 'redirectUris',
      title: text('clients:column.redirectUris'),
      optional: 'hidden',
      render: (client) => (client.redirectUris ?? []).join(', '),
    },
    {
      key: 'description',
      title: text('clients:column.description'),
      optional: 'hidden',
      render: (client) => client.description ?? '',
    },
    { key: 'id', title: text('clients:column.id'), optional: 'hidden', render: (client) => client.id },
    {
      key: 'enabled',
      title: text('clients:column.enabled'),
      width: '96px',
      sortable: true,
      render: (client) => (
        <EnabledSwitch
          path={`${clientsPath(realm)}/${client.id}`}
          what={text('clients:client.name', { client: client.clientId })}
          enabled={client.enabled !== false}
          queryKey={['clients', realm]}
        />
      ),
    },
  ];
}

interface ListProps extends Pick<ColumnChoice<StoredClient>, 'columns'> {
  readonly clients: readonly StoredClient[];
  readonly order: SortOrder;
  readonly onSort: (column: string) => void;
  readonly selection: Selection<StoredClient>;
}

function List({ clients, columns, order, onSort, selection }: ListProps): ReactNode {
  const rows = useMemo(
    () => sortRows(clients, SORT_KEYS[order.column] ?? nameOf, order.descending),
    [clients, order.column, order.descending],
  );
  return rows.length === 0 ? (
    <EmptyState title={text('clients:empty.title')} text={text('clients:empty.text')} />
  ) : (
    <DataTable
      label={text('clients:list.label')}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      nameOf={nameOf}
      order={order}
      onSort={onSort}
      selection={selection}
    />
  );
}

/** The list; `#/clients?search=…&sort=…` opens it with a search. The link in a row opens the client. */
export function ClientsScreen(): ReactNode {
  const [realm] = useRealm();
  const clients = useClients();
  const [address, change] = useAddress(ADDRESS);
  const selection = useSelection(keyOf);
  const { columns, menu } = useColumnChoice(
    'clients',
    useMemo(() => columnsOf(realm), [realm]),
  );
  const [creating, dialog] = useDisclosure(false);
  const order = readOrder(address.sort);
  const words = address.search.trim().toLowerCase();
  const matches = (client: StoredClient): boolean =>
    `${client.clientId} ${readableClientName(client.name)}`.toLowerCase().includes(words);
  return (
    <Page
      title={text('clients:title')}
      summary={text('clients:heading')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
          {text('clients:list.create')}
        </Button>
      }
    >
      <Group gap="sm" justify="space-between">
        <SearchField
          label={text('clients:list.search')}
          placeholder={text('clients:list.searchPlaceholder')}
          w={320}
          maw="100%"
          value={address.search}
          onChange={(search) => change({ search })}
        />
        {menu}
      </Group>
      <BulkActions
        selection={selection}
        pathOf={(client) => `${clientsPath(realm)}/${client.id}`}
        nameOf={nameOf}
        kind="clients"
        queryKey={['clients', realm]}
      />
      <QueryView query={clients} lines={8}>
        {(rows) => (
          <List
            clients={rows.filter(matches)}
            columns={columns}
            order={order}
            onSort={(column) => change({ sort: writeOrder(nextOrder(order, column)) })}
            selection={selection}
          />
        )}
      </QueryView>
      {creating ? <NewClientDialog onClose={dialog.close} /> : undefined}
    </Page>
  );
}
