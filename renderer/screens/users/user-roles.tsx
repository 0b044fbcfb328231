// The Roles and groups tab of a user. Changes take effect immediately.
import { Stack } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { RoleSubject } from '../../api/roles.ts';
import type { StoredUser } from '../../api/users.ts';
import { RoleAssignments } from '../../components/role-assignments.tsx';
import { UserGroups } from './user-groups.tsx';

export function UserRoles({ user }: { readonly user: StoredUser }): ReactNode {
  const subject = useMemo((): RoleSubject => ({ kind: 'user', id: user.id }), [user.id]);
  return (
    <Stack gap="md">
      <RoleAssignments
        subject={subject}
        name={user.username}
        title="Roles"
        summary="Assigned to the user, inherited from groups, and contained in composite roles."
        empty={`${user.username} has no roles. Assign roles here, or add the user to a group that has some.`}
      />
      <UserGroups userId={user.id} />
    </Stack>
  );
}
