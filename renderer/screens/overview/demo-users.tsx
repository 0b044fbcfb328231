// The realm's listed users, with the passwords of the realm file until they are changed.
import { Anchor, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { NamedUserWire } from '#protocol/contract/admin-api.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Section } from '../../ui/section.tsx';

/** Users with known passwords. */
export function DemoUsers({ users }: { readonly users: readonly NamedUserWire[] }): ReactNode {
  return (
    <Section title="Users to sign in as" summary="The sign-in page also offers one-click sign-in for them.">
      {users.length === 0 ? (
        <Text c="dimmed" fz="sm">
          No users are listed. All{' '}
          <Anchor component={Link} to="/users" underline="always">
            users
          </Anchor>{' '}
          with a password can sign in. To list them here, set the realm attribute understudy.oneClickSignIn to
          true.
        </Text>
      ) : (
        <Table.ScrollContainer type="native" minWidth={440}>
          <Table verticalSpacing={4} horizontalSpacing={4} aria-label="Users to sign in as">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Username</Table.Th>
                <Table.Th>Password</Table.Th>
                <Table.Th>Name</Table.Th>
                <Table.Th>Roles</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {users.map((user) => (
                <Table.Tr key={user.username}>
                  <Table.Td>
                    <CopyValue value={user.username} label={`username ${user.username}`} />
                  </Table.Td>
                  <Table.Td>
                    {user.password === undefined ? (
                      <Text c="dimmed" fz="sm">
                        unknown
                      </Text>
                    ) : (
                      <CopyValue value={user.password} label={`password of ${user.username}`} />
                    )}
                  </Table.Td>
                  <Table.Td>{user.name}</Table.Td>
                  <Table.Td>
                    <Text c="dimmed" fz="sm">
                      {user.roles.join(', ')}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}
