// One user: who they are, what they may do, their password and their sessions.
import { Anchor, Button, Tabs } from '@mantine/core';
import { IconArrowLeft, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { type StoredUser, usersPath, useUser } from '../../api/users.ts';
import { useUndoableDelete } from '../../components/undoable-delete.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { UserAccess } from './user-access.tsx';
import { UserForm } from './user-form.tsx';
import { UserRoles } from './user-roles.tsx';

function DeleteButton({ user }: { readonly user: StoredUser }): ReactNode {
  const [realm] = useRealm();
  const remove = useUndoableDelete();
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} />}
      onClick={() => {
        remove({
          path: `${usersPath(realm)}/${user.id}`,
          what: `user ${user.username}`,
          queryKey: ['users', realm],
        });
        void navigate('/users');
      }}
    >
      Delete
    </Button>
  );
}

/** The user that the address names. */
export function UserScreen(): ReactNode {
  const { id = '' } = useParams();
  const query = useUser(id);
  const user = query.data;
  return (
    <Page
      title={user?.username ?? 'User'}
      summary={user === undefined ? undefined : [user.firstName, user.lastName].filter(Boolean).join(' ')}
      above={
        <Anchor component={Link} to="/users" fz="sm">
          <IconArrowLeft size={12} aria-hidden /> Users
        </Anchor>
      }
      actions={user === undefined ? undefined : <DeleteButton user={user} />}
    >
      <QueryView query={query} lines={8}>
        {(loaded) => (
          <Tabs defaultValue="details" keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="details">Details</Tabs.Tab>
              <Tabs.Tab value="roles">Roles and groups</Tabs.Tab>
              <Tabs.Tab value="access">Password and sessions</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="details" pt="md">
              <UserForm key={loaded.id} user={loaded} />
            </Tabs.Panel>
            <Tabs.Panel value="roles" pt="md">
              <UserRoles userId={loaded.id} />
            </Tabs.Panel>
            <Tabs.Panel value="access" pt="md">
              <UserAccess user={loaded} />
            </Tabs.Panel>
          </Tabs>
        )}
      </QueryView>
    </Page>
  );
}
