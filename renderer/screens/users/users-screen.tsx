// Users: the realm's users. The server searches and pages the list.
import { Anchor, Button, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { type StoredUser, USERS_PER_PAGE, usersPath, useUserCount, useUsers } from '../../api/users.ts';
import { usePendingDeletions } from '../../components/undoable-delete.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { NewUserDialog } from './new-user-dialog.tsx';

const columns: readonly Column<StoredUser>[] = [
  {
    key: 'username',
    title: 'Username',
    width: '26%',
    render: (user) => (
      <Anchor component={Link} to={`/users/${user.id}`} ff="monospace" fz="sm" underline="hover">
        {user.username}
      </Anchor>
    ),
  },
  { key: 'name', title: 'Name', render: (user) => [user.firstName, user.lastName].filter(Boolean).join(' ') },
  { key: 'email', title: 'E-mail', width: '34%', render: (user) => user.email ?? '' },
  {
    key: 'enabled',
    title: 'State',
    width: '96px',
    render: (user) => (user.enabled === false ? 'disabled' : 'enabled'),
  },
];

/** The list. The link in a row opens the user. */
export function UsersScreen(): ReactNode {
  const [realm] = useRealm();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const [page, setPage] = useState(1);
  const users = useUsers(search, page);
  const count = useUserCount(search).data ?? 0;
  const pending = usePendingDeletions();
  const [creating, dialog] = useDisclosure(false);
  return (
    <Page
      title="Users"
      summary="People who can sign in to this realm."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
          Create user
        </Button>
      }
    >
      <TextInput
        aria-label="Search users"
        placeholder="Username, name or e-mail"
        leftSection={<IconSearch size={16} />}
        maw={320}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPage(1);
        }}
      />
      <QueryView query={users} lines={8}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No matching users"
              text="Users can sign in to the clients of this realm. Create one, or change the search."
            />
          ) : (
            <DataTable
              label="Users"
              columns={columns}
              rows={rows.filter((user) => !pending.has(`${usersPath(realm)}/${user.id}`))}
              keyOf={(user) => user.id}
            />
          )
        }
      </QueryView>
      <Pages total={count} perPage={USERS_PER_PAGE} page={page} onPage={setPage} one="user" many="users" />
      {creating ? <NewUserDialog onClose={dialog.close} /> : undefined}
    </Page>
  );
}
