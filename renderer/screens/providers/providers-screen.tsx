// Providers: the realm's identity providers, and who answers for each.
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { providerPath, providersKey, type StoredProvider, useProviders } from '../../api/providers.ts';
import { ConnectRealmDialog } from '../../components/connect-realm-dialog.tsx';
import { EnabledSwitch } from '../../components/enabled-switch.tsx';
import { text } from '../../texts/text.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { nextOrder, readOrder, sortRows, writeOrder } from '../../ui/sort-rows.ts';
import { useAddress } from '../../ui/use-address.ts';
import { AnswererBadge, nameOfAnswerer, REASONS } from './answerer-badge.tsx';
import { NewProviderDialog } from './new-provider-dialog.tsx';
import { COMMON_TYPES, nameOfType } from './provider-types.ts';

const keyOf = (provider: StoredProvider): string => provider.alias;
const typeOf = ({ providerId }: StoredProvider): string => nameOfType(providerId);

const SORT_KEYS: Readonly<Record<string, (provider: StoredProvider) => string>> = {
  alias: keyOf,
  name: ({ state }) => state.name,
  type: typeOf,
  answerer: ({ state }) => nameOfAnswerer(state),
};

/** `sort`: a column, after a hyphen if descending; empty: the order of the sign-in page. */
const ADDRESS = { search: '', sort: '' };

function columnsOf(realm: string): readonly Column<StoredProvider>[] {
  return [
    {
      key: 'alias',
      title: text('providers:column.alias'),
      width: '18%',
      sortable: true,
      render: ({ alias }) => (
        <Anchor
          component={Link}
          to={`/providers/${encodeURIComponent(alias)}`}
          ff="monospace"
          fz="sm"
          underline="hover"
        >
          {alias}
        </Anchor>
      ),
    },
    {
      key: 'name',
      title: text('providers:column.name'),
      width: '18%',
      sortable: true,
      render: ({ state }) => state.name,
    },
    { key: 'type', title: text('providers:column.type'), width: '16%', sortable: true, render: typeOf },
    {
      key: 'answerer',
      title: text('providers:column.answerer'),
      sortable: true,
      render: ({ state }) => (
        <Group gap={8} wrap="nowrap">
          <AnswererBadge state={state} />
          <Text span fz="xs" c="dimmed" truncate>
            {REASONS[state.reason]}
          </Text>
        </Group>
      ),
    },
    {
      key: 'enabled',
      title: text('providers:column.enabled'),
      width: '96px',
      render: ({ alias, enabled }) => (
        <EnabledSwitch
          path={providerPath(realm, alias)}
          what={text('providers:provider.name', { alias })}
          enabled={enabled !== false}
          queryKey={providersKey(realm)}
        />
      ),
    },
  ];
}

function List({ providers }: { readonly providers: readonly StoredProvider[] }): ReactNode {
  const [realm] = useRealm();
  const [address, change] = useAddress(ADDRESS);
  const order = readOrder(address.sort);
  const words = address.search.trim().toLowerCase();
  const columns = useMemo(() => columnsOf(realm), [realm]);
  const rows = useMemo(() => {
    const found = providers.filter(({ alias, providerId, state }) =>
      `${alias} ${state.name} ${nameOfType(providerId)}`.toLowerCase().includes(words),
    );
    const sortKey = SORT_KEYS[order.column];
    return sortKey === undefined ? found : sortRows(found, sortKey, order.descending);
  }, [providers, words, order.column, order.descending]);
  return (
    <>
      <SearchField
        label={text('providers:list.search')}
        placeholder={text('providers:list.searchPlaceholder')}
        w={320}
        maw="100%"
        value={address.search}
        onChange={(search) => change({ search })}
      />
      {rows.length === 0 ? (
        <EmptyState title={text('providers:list.noMatch')} text={text('providers:list.noMatchText')} />
      ) : (
        <DataTable
          label={text('providers:list.label')}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          order={order}
          onSort={(column) => change({ sort: writeOrder(nextOrder(order, column)) })}
        />
      )}
    </>
  );
}

interface Openers {
  /** Opens the dialog of a new provider. */
  readonly onAdd: (type: string) => void;
  readonly onConnect: () => void;
}

/** Explains what belongs here, and offers the common types. */
function NoProviders({ onAdd, onConnect }: Openers): ReactNode {
  return (
    <EmptyState
      title={text('providers:empty.title')}
      text={text('providers:empty.text')}
      action={
        <Group gap="xs" justify="center">
          {COMMON_TYPES.map((type) => (
            <Button key={type} variant="default" onClick={() => onAdd(type)}>
              {nameOfType(type)}
            </Button>
          ))}
          <Button variant="default" onClick={onConnect}>
            {text('providers:empty.realm')}
          </Button>
        </Group>
      }
    />
  );
}

/** The list; `#/providers?search=…&sort=…` opens it with a search. */
export function ProvidersScreen(): ReactNode {
  const providers = useProviders();
  const [adding, setAdding] = useState<string | undefined>(undefined);
  const [connecting, dialog] = useDisclosure(false);
  const openers = { onAdd: setAdding, onConnect: dialog.open };
  return (
    <Page
      title={text('providers:title')}
      summary={text('providers:heading')}
      actions={
        <>
          <Button variant="default" onClick={dialog.open}>
            {text('providers:list.connect')}
          </Button>
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding('google')}>
            {text('providers:list.add')}
          </Button>
        </>
      }
    >
      <QueryView query={providers} lines={6}>
        {(rows) => (rows.length === 0 ? <NoProviders {...openers} /> : <List providers={rows} />)}
      </QueryView>
      {adding === undefined ? undefined : (
        <NewProviderDialog
          first={adding}
          taken={new Set(providers.data?.map(keyOf))}
          onClose={() => setAdding(undefined)}
        />
      )}
      {connecting ? <ConnectRealmDialog onClose={dialog.close} /> : undefined}
    </Page>
  );
}
