// The Roles and groups tab of a user. Changes take effect immediately.
import { Stack } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { RoleSubject } from '../../api/roles.ts';
import type { StoredUser } from '../../api/users.ts';
import { RoleAssignments } from '../../components/role-assignments.tsx';
import { text } from '../../texts/text.ts';
import { UserGroups } from './user-groups.tsx';

export function UserRoles({ user }: { readonly user: StoredUser }): ReactNode {
  const subject = useMemo((): RoleSubject => ({ kind: 'user', id: user.id }), [user.id]);
  return (
    <Stack gap="md">
      <RoleAssignments
        subject={subject}
        name={user.username}
        title={text('users:roles.title')}
        summary={text('users:roles.summary')}
        empty={text('users:roles.empty', { user: user.username })}
      />
      <UserGroups userId={user.id} />
    </Stack>
  );
}
