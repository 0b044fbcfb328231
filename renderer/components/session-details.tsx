// Details of a session: start, expiry, and its clients.
import { Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RealmSessionWire } from '#protocol/contract/admin-api.ts';
import { text } from '../texts/text.ts';
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
    [
      text('sessionList:fact.id'),
      <CopyValue key="id" value={session.id} label={text('sessionList:fact.idCopied')} />,
    ],
    [
      text('sessionList:fact.type'),
      text(session.offline ? 'sessionList:type.offline' : 'sessionList:type.browser'),
    ],
    [
      text('sessionList:fact.rememberMe'),
      text(session.rememberMe ? 'sessionList:fact.yes' : 'sessionList:fact.no'),
    ],
    [text('sessionList:fact.address'), session.ipAddress],
    [text('sessionList:fact.start'), <Instant key="start" at={session.start} now={now} />],
    [text('sessionList:fact.signedIn'), <Instant key="signed" at={session.authenticatedAt} now={now} />],
    [text('sessionList:fact.last'), <Instant key="last" at={session.lastAccess} now={now} />],
    [text('sessionList:fact.ends'), <Instant key="ends" at={session.endsAt} now={now} />],
  ];
  return (
    <Table variant="vertical" withTableBorder verticalSpacing={4} aria-label={text('sessionList:fact.label')}>
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
    <Panel onClose={onClose} title={text('sessionList:title', { user: session.username })}>
      <Stack gap="md">
        <Facts session={session} now={now} />
        <Text fw={600}>{text('sessionList:clients.title')}</Text>
        <Table verticalSpacing={4} aria-label={text('sessionList:clients.label')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text('sessionList:clients.client')}</Table.Th>
              <Table.Th>{text('sessionList:clients.joined')}</Table.Th>
              <Table.Th>{text('sessionList:clients.lastToken')}</Table.Th>
              <Table.Th>{text('sessionList:clients.scopes')}</Table.Th>
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
            {text('sessionList:clients.none')}
          </Text>
        ) : undefined}
      </Stack>
    </Panel>
  );
}
