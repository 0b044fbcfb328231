// The realm's listed users, with the passwords of the realm file until they are changed.
import { Anchor, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { NamedUserWire } from '#protocol/contract/admin-api.ts';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Section } from '../../ui/section.tsx';

/** Users with known passwords. */
export function DemoUsers({ users }: { readonly users: readonly NamedUserWire[] }): ReactNode {
  return (
    <Section title={text('overview:users.title')} summary={text('overview:users.summary')}>
      {users.length === 0 ? (
        <Text c="dimmed" fz="sm">
          <RichText
            of="overview:users.none"
            parts={{ link: <Anchor component={Link} to="/users" underline="always" /> }}
          />
        </Text>
      ) : (
        <Table.ScrollContainer type="native" minWidth={440}>
          <Table verticalSpacing={4} horizontalSpacing={4} aria-label={text('overview:users.list')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text('overview:users.username')}</Table.Th>
                <Table.Th>{text('overview:users.password')}</Table.Th>
                <Table.Th>{text('overview:users.name')}</Table.Th>
                <Table.Th>{text('overview:users.roles')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {users.map((user) => (
                <Table.Tr key={user.username}>
                  <Table.Td>
                    <CopyValue
                      value={user.username}
                      label={text('overview:users.usernameOf', { user: user.username })}
                    />
                  </Table.Td>
                  <Table.Td>
                    {user.password === undefined ? (
                      <Text c="dimmed" fz="sm">
                        {text('overview:users.unknown')}
                      </Text>
                    ) : (
                      <CopyValue
                        value={user.password}
                        label={text('overview:users.passwordOf', { user: user.username })}
                      />
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
