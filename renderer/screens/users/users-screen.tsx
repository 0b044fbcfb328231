// Users: the realm's users. The server searches and pages the list.
import { Anchor, Button, Group } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { type StoredUser, USERS_PER_PAGE, usersPath, useUserCount, useUsers } from '../../api/users.ts';
import { BulkActions } from '../../components/bulk-actions.tsx';
import { EnabledSwitch } from '../../components/enabled-switch.tsx';
import { text } from '../../texts/text.ts';
import { useColumnChoice } from '../../ui/column-choice.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { Page } from '../../ui/page.tsx';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useSelection } from '../../ui/selection.ts';
import { readPage, useAddress } from '../../ui/use-address.ts';
import { NewUserDialog } from './new-user-dialog.tsx';

const ADDRESS = { search: '', page: '1' };

const keyOf = (user: StoredUser): string => user.id;
const nameOf = (user: StoredUser): string => user.username;

function columnsOf(realm: string): readonly Column<StoredUser>[] {
  return [
    {
      key: 'username',
      title: text('users:column.username'),
      width: '26%',
      render: (user) => (
        <Anchor component={Link} to={`/users/${user.id}`} ff="monospace" fz="sm" underline="hover">
          {user.username}
        </Anchor>
      ),
    },
    {
      key: 'name',
      title: text('users:column.name'),
      optional: 'shown',
      render: (user) => [user.firstName, user.lastName].filter(Boolean).join(' '),
    },
    {
      key: 'email',
      title: text('users:column.email'),
      width: '30%',
      optional: 'shown',
      render: (user) => user.email ?? '',
    },
    {
      key: 'emailVerified',
      title: text('users:column.emailVerified'),
      width: '120px',
      optional: 'hidden',
      render: (user) =>
        text(user.emailVerified === true ? 'users:column.verified' : 'users:column.notVerified'),
    },
    {
      key: 'requiredActions',
      title: text('users:column.requiredActions'),
      optional: 'hidden',
      render: (user) => (user.requiredActions ?? []).join(', '),
    },
    {
      key: 'created',
      title: text('users:column.created'),
      width: '152px',
      optional: 'hidden',
      render: (user) => (user.createdTimestamp === undefined ? '' : formatInstant(user.createdTimestamp)),
    },
    { key: 'id', title: text('users:column.id'), optional: 'hidden', render: (user) => user.id },
    {
      key: 'enabled',
      title: text('users:column.enabled'),
      width: '80px',
      render: (user) => (
        <EnabledSwitch
          path={`${usersPath(realm)}/${user.id}`}
          what={text('users:user.name', { user: user.username })}
          enabled={user.enabled !== false}
          queryKey={['users', realm]}
        />
      ),
    },
  ];
}

/** The list; `#/users?search=…&page=…` opens it with a search. The link in a row opens the user. */
export function UsersScreen(): ReactNode {
  const [realm] = useRealm();
  const [address, change] = useAddress(ADDRESS);
  const [search] = useDebouncedValue(address.search, 200);
  const page = readPage(address.page);
  const users = useUsers(search, page);
  const count = useUserCount(search);
  const selection = useSelection(keyOf);
  const { columns, menu } = useColumnChoice(
    'users',
    useMemo(() => columnsOf(realm), [realm]),
  );
  const [creating, dialog] = useDisclosure(false);
  return (
    <Page
      title={text('users:title')}
      summary={text('users:heading')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
          {text('users:list.create')}
        </Button>
      }
    >
      <Group gap="sm" justify="space-between">
        <SearchField
          label={text('users:list.search')}
          placeholder={text('users:list.searchPlaceholder')}
          w={320}
          maw="100%"
          value={address.search}
          onChange={(words) => change({ search: words, page: '1' })}
        />
        {menu}
      </Group>
      <BulkActions
        selection={selection}
        pathOf={(user) => `${usersPath(realm)}/${user.id}`}
        nameOf={nameOf}
        kind="users"
        queryKey={['users', realm]}
      />
      <QueryView query={users} lines={8}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={text('users:empty.title')} text={text('users:empty.text')} />
          ) : (
            <DataTable
              label={text('users:list.label')}
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              nameOf={nameOf}
              selection={selection}
            />
          )
        }
      </QueryView>
      <Pages
        total={count}
        perPage={USERS_PER_PAGE}
        page={page}
        onPage={(next) => change({ page: String(next) })}
        rows="components:count.users"
      />
      {creating ? <NewUserDialog onClose={dialog.close} /> : undefined}
    </Page>
  );
}
