// A user: details, roles, access, sessions and consents.
import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { type StoredUser, usersPath, useUser } from '../../api/users.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { text } from '../../texts/text.ts';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type ScreenTab, ScreenTabs } from '../../ui/screen-tabs.tsx';
import { PreviewTokens } from './preview-tokens.tsx';
import { SignInAs } from './sign-in-as.tsx';
import { UserAccess } from './user-access.tsx';
import { UserConsents } from './user-consents.tsx';
import { UserForm, userForm } from './user-form.tsx';
import { UserRoles } from './user-roles.tsx';
import { UserSessions } from './user-sessions.tsx';

function DeleteUser({ user }: { readonly user: StoredUser }): ReactNode {
  const [realm] = useRealm();
  const deletion = {
    path: `${usersPath(realm)}/${user.id}`,
    what: text('users:user.name', { user: user.username }),
    queryKey: ['users', realm],
  };
  return <DeleteButton deletion={deletion} leaveTo="/users" />;
}

function tabsOf(user: StoredUser): readonly ScreenTab[] {
  return [
    {
      name: 'details',
      title: text('users:tab.details'),
      form: userForm(user),
      content: <UserForm user={user} />,
    },
    { name: 'roles', title: text('users:tab.roles'), content: <UserRoles user={user} /> },
    { name: 'access', title: text('users:tab.access'), content: <UserAccess user={user} /> },
    { name: 'sessions', title: text('users:tab.sessions'), content: <UserSessions user={user} /> },
    { name: 'consents', title: text('users:tab.consents'), content: <UserConsents user={user} /> },
  ];
}

/** The user in the URL. */
export function UserScreen(): ReactNode {
  const { id = '' } = useParams();
  const query = useUser(id);
  const user = query.data;
  return (
    <Page
      title={user?.username ?? text('users:user.title')}
      summary={user === undefined ? undefined : [user.firstName, user.lastName].filter(Boolean).join(' ')}
      above={
        <Anchor component={Link} to="/users" fz="sm">
          <IconArrowLeft size={12} aria-hidden /> {text('users:user.back')}
        </Anchor>
      }
      actions={
        user === undefined ? undefined : (
          <>
            <SignInAs user={user} />
            <PreviewTokens user={user} />
            <DeleteUser user={user} />
          </>
        )
      }
    >
      <QueryView query={query} lines={8}>
        {(loaded) => <ScreenTabs key={loaded.id} path={`/users/${loaded.id}`} tabs={tabsOf(loaded)} />}
      </QueryView>
    </Page>
  );
}
