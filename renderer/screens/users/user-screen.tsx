// A user: details, roles, access, sessions and consents.
import { Anchor, Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { type StoredUser, usersPath, useUser } from '../../api/users.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { DraftTab } from '../../ui/draft-tab.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { UserAccess } from './user-access.tsx';
import { UserConsents } from './user-consents.tsx';
import { UserForm, userForm } from './user-form.tsx';
import { UserRoles } from './user-roles.tsx';
import { UserSessions } from './user-sessions.tsx';

function DeleteUser({ user }: { readonly user: StoredUser }): ReactNode {
  const [realm] = useRealm();
  const deletion = {
    path: `${usersPath(realm)}/${user.id}`,
    what: `user ${user.username}`,
    queryKey: ['users', realm],
  };
  return <DeleteButton deletion={deletion} leaveTo="/users" />;
}

function Parts({ user }: { readonly user: StoredUser }): ReactNode {
  const { tab = 'details' } = useParams();
  const navigate = useNavigate();
  return (
    <Tabs
      value={tab}
      onChange={(name) => void navigate(`/users/${user.id}/${name ?? 'details'}`)}
      keepMounted={false}
    >
      <Tabs.List>
        <DraftTab value="details" form={userForm(user)}>
          Details
        </DraftTab>
        <Tabs.Tab value="roles">Roles and groups</Tabs.Tab>
        <Tabs.Tab value="access">Access</Tabs.Tab>
        <Tabs.Tab value="sessions">Sessions</Tabs.Tab>
        <Tabs.Tab value="consents">Consents</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details" pt="md">
        <UserForm user={user} />
      </Tabs.Panel>
      <Tabs.Panel value="roles" pt="md">
        <UserRoles userId={user.id} />
      </Tabs.Panel>
      <Tabs.Panel value="access" pt="md">
        <UserAccess user={user} />
      </Tabs.Panel>
      <Tabs.Panel value="sessions" pt="md">
        <UserSessions user={user} />
      </Tabs.Panel>
      <Tabs.Panel value="consents" pt="md">
        <UserConsents user={user} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** The user in the URL. */
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
      actions={user === undefined ? undefined : <DeleteUser user={user} />}
    >
      <QueryView query={query} lines={8}>
        {(loaded) => <Parts key={loaded.id} user={loaded} />}
      </QueryView>
    </Page>
  );
}
