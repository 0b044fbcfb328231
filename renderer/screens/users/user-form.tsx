// The Details tab of a user.
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type StoredUser, useSaveUser } from '../../api/users.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { USER_SECTIONS } from './user-fields.ts';

/** Name of the draft for a user. */
export function userForm(user: StoredUser): string {
  return `user ${user.id}`;
}

/** Saves only the changes. */
export function UserForm({ user }: { readonly user: StoredUser }): ReactNode {
  const save = useSaveUser(user.id);
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Text c="dimmed" fz="sm">
          User ID (claim sub)
        </Text>
        <CopyValue value={user.id} label="user ID (sub)" />
      </Group>
      <SettingsForm
        label={`User ${user.username}`}
        form={userForm(user)}
        sections={USER_SECTIONS}
        representation={user}
        onSave={(part) => save.mutateAsync(part)}
      />
    </Stack>
  );
}
