// A user's password and live browser sessions.
import { Button, Group, PasswordInput, SimpleGrid, Stack, Switch, Table, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type StoredUser, useSetPassword, useSignOutUser, useUserSessions } from '../../api/users.ts';
import { announceDone, announceFailure } from '../../ui/announce.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

function PasswordForm({ user }: { readonly user: StoredUser }): ReactNode {
  const [value, setValue] = useState('');
  const [temporary, setTemporary] = useState(false);
  const save = useSetPassword(user.id);
  const submit = (): void =>
    save.mutate(
      { value, temporary },
      {
        onSuccess: () => {
          setValue('');
          announceDone(`${user.username} has a new password.`);
        },
      },
    );
  return (
    <form
      aria-label="Password"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Switch
          label="Temporary: must be changed at the next sign-in"
          checked={temporary}
          onChange={(event) => setTemporary(event.currentTarget.checked)}
        />
        {save.error === null ? undefined : <ErrorState error={save.error} />}
        <Group>
          <Button type="submit" disabled={value === ''} loading={save.isPending}>
            Set password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Sessions({ user }: { readonly user: StoredUser }): ReactNode {
  const sessions = useUserSessions(user.id);
  return (
    <QueryView query={sessions}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed" fz="sm">
            Not signed in anywhere.
          </Text>
        ) : (
          <Table verticalSpacing={4} aria-label="Sessions">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Since</Table.Th>
                <Table.Th>Address</Table.Th>
                <Table.Th>Clients</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((session) => (
                <Table.Tr key={session.id}>
                  <Table.Td>{new Date(session.start).toLocaleString('en-GB')}</Table.Td>
                  <Table.Td ff="monospace">{session.ipAddress}</Table.Td>
                  <Table.Td>{Object.values(session.clients).join(', ')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )
      }
    </QueryView>
  );
}

function SignOutButton({ user }: { readonly user: StoredUser }): ReactNode {
  const signOut = useSignOutUser(user.id);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconLogout size={14} />}
      loading={signOut.isPending}
      onClick={() =>
        signOut.mutate(undefined, {
          onSuccess: () => announceDone(`${user.username} is signed out everywhere.`),
          onError: (error) => announceFailure('The user was not signed out', error),
        })
      }
    >
      Sign out everywhere
    </Button>
  );
}

/** How the user gets in, and where they are. */
export function UserAccess({ user }: { readonly user: StoredUser }): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Section title="Password">
        <PasswordForm user={user} />
      </Section>
      <Section title="Sessions" aside={<SignOutButton user={user} />}>
        <Sessions user={user} />
      </Section>
    </SimpleGrid>
  );
}
