// Providers: the realm's identity providers, and who answers for each.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
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
import { AnswererBadge, nameOfAnswerer, SHORT_REASONS } from './answerer-badge.tsx';
import { NewProviderDialog } from './new-provider-dialog.tsx';
import { COMMON_TYPES, describeProvider, nameOfType } from './provider-types.ts';

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

/** How much of the list fits. */
interface Space {
  /** For the reasons beside the badges. */
  readonly wide: boolean;
  /** For one column only: a provider has a line for each fact. */
  readonly narrow: boolean;
}

function useSpace(): Space {
  const wide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const narrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  return useMemo(() => ({ wide, narrow }), [wide, narrow]);
}

function Alias({ alias }: Pick<StoredProvider, 'alias'>): ReactNode {
  return (
    <Anchor
      component={Link}
      to={`/providers/${encodeURIComponent(alias)}`}
      ff="monospace"
      fz="sm"
      underline="hover"
    >
      {alias}
    </Anchor>
  );
}

/** In a very narrow window, only the title of the badge and the provider itself say why. */
function Answerer({ state }: Pick<StoredProvider, 'state'>): ReactNode {
  return (
    <Group gap="2px 8px">
      <AnswererBadge state={state} />
      <Text span fz="xs" c="dimmed" visibleFrom="xs">
        {SHORT_REASONS[state.reason]}
      </Text>
    </Group>
  );
}

const describeColumns = (wide: boolean): readonly Column<StoredProvider>[] => [
  { key: 'name', title: text('providers:column.name'), sortable: true, render: ({ state }) => state.name },
  { key: 'type', title: text('providers:column.type'), width: '188px', sortable: true, render: typeOf },
  {
    key: 'answerer',
    title: text('providers:column.answerer'),
    width: wide ? '344px' : '168px',
    sortable: true,
    render: ({ state }) => (wide ? <Answerer state={state} /> : <AnswererBadge state={state} />),
  },
];

function columnsOf(realm: string, { wide, narrow }: Space): readonly Column<StoredProvider>[] {
  return [
    {
      key: 'alias',
      title: text('providers:column.alias'),
      sortable: true,
      render: (provider) =>
        narrow ? (
          <Stack gap={2} align="flex-start">
            <Alias alias={provider.alias} />
            <span>{describeProvider(provider)}</span>
            <Answerer state={provider.state} />
          </Stack>
        ) : (
          <Alias alias={provider.alias} />
        ),
    },
    ...(narrow ? [] : describeColumns(wide)),
    {
      key: 'enabled',
      title: text(narrow ? 'providers:column.on' : 'providers:column.enabled'),
      width: narrow ? '60px' : '88px',
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
  const space = useSpace();
  const columns = useMemo(() => columnsOf(realm, space), [realm, space]);
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
          minWidth={0}
          wraps
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
