// Details of a session: start, expiry, and its clients.
import { Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RealmSessionWire } from '#protocol/contract/admin-api.ts';
import { CopyValue } from '../ui/copy-value.tsx';
import { Panel } from '../ui/dialog.tsx';
import { describeInstant } from '../ui/duration.ts';
import { formatInstant } from '../ui/instant.ts';

interface Props {
  readonly session: RealmSessionWire;
  /** The realm's time in milliseconds. */
  readonly now: number;
  readonly onClose: () => void;
}

function Instant({ at, now }: { readonly at: number; readonly now: number }): ReactNode {
  return `${formatInstant(at)} (${describeInstant(at, now)})`;
}

function Facts({ session, now }: Omit<Props, 'onClose'>): ReactNode {
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Session ID', <CopyValue key="id" value={session.id} label="session ID (sid)" />],
    ['Type', session.offline ? 'offline' : 'browser'],
    ['Remember me', session.rememberMe ? 'yes' : 'no'],
    ['IP address', session.ipAddress],
    ['Started', <Instant key="start" at={session.start} now={now} />],
    ['Signed in', <Instant key="signed" at={session.authenticatedAt} now={now} />],
    ['Last access', <Instant key="last" at={session.lastAccess} now={now} />],
    ['Expires if idle', <Instant key="ends" at={session.endsAt} now={now} />],
  ];
  return (
    <Table variant="vertical" withTableBorder verticalSpacing={4} aria-label="Session details">
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={128} fw={500}>
              {name}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** A panel on the right. */
export function SessionDetails({ session, now, onClose }: Props): ReactNode {
  return (
    <Panel onClose={onClose} title={`Session of ${session.username}`}>
      <Stack gap="md">
        <Facts session={session} now={now} />
        <Text fw={600}>Clients</Text>
        <Table verticalSpacing={4} aria-label="Clients in the session">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Client</Table.Th>
              <Table.Th>Joined</Table.Th>
              <Table.Th>Last token</Table.Th>
              <Table.Th>Scopes</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {session.clientSessions.map((part) => (
              <Table.Tr key={part.clientUuid}>
                <Table.Td ff="monospace">{part.clientId}</Table.Td>
                <Table.Td>{describeInstant(part.start, now)}</Table.Td>
                <Table.Td>{describeInstant(part.lastRefresh, now)}</Table.Td>
                <Table.Td>{part.scope}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {session.clientSessions.length === 0 ? (
          <Text c="dimmed" fz="sm">
            No clients have joined this session.
          </Text>
        ) : undefined}
      </Stack>
    </Panel>
  );
}
