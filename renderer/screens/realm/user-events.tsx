// User events: sign-ins, token requests and their errors.
import { Anchor, Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { EVENT_TYPES, type UserEventWire } from '#protocol/contract/events.ts';
import { useClients } from '../../api/clients.ts';
import { type UserEventFilter, useClearEvents, useUserEvents } from '../../api/events.ts';
import { OutcomeIcon } from '../../components/status-badge.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { readPage, useAddress } from '../../ui/use-address.ts';
import { EventDetails } from './event-details.tsx';
import { EventActions, EventList, type ListSpace, useListSpace } from './event-list.tsx';

const ADDRESS = { type: '', client: '', user: '', page: '1' };

const nameOf = ({ type, time }: UserEventWire): string => `${type}, ${formatInstant(time)}`;

function Type({ event: { type, error } }: { readonly event: UserEventWire }): ReactNode {
  return (
    <Group gap={6} wrap="nowrap" title={error === undefined ? type : `${type}: ${error}`}>
      <OutcomeIcon outcome={error === undefined ? 'accepted' : 'refused'} />
      <Text span fz="sm" truncate>
        {type}
        {error === undefined ? undefined : (
          <Text span fz="sm" c="dimmed">
            {' '}
            {error}
          </Text>
        )}
      </Text>
    </Group>
  );
}

function User({ event: { userId, details } }: { readonly event: UserEventWire }): ReactNode {
  const name = details['username'];
  if (userId === undefined) return <span title={name}>{name ?? ''}</span>;
  return (
    <Anchor
      component={Link}
      to={`/users/${userId}`}
      ff="monospace"
      fz="sm"
      underline="hover"
      title={name ?? userId}
    >
      {name ?? userId}
    </Anchor>
  );
}

function columnsWith(
  { wide, time }: ListSpace,
  onDetails: (event: UserEventWire) => void,
): readonly Column<UserEventWire>[] {
  return [
    time,
    {
      key: 'type',
      title: 'Event',
      ...(wide ? {} : { width: '204px' }),
      render: (event) => <Type event={event} />,
    },
    {
      key: 'client',
      title: 'Client',
      width: wide ? '16%' : '128px',
      render: ({ clientId }) => clientId ?? '',
    },
    { key: 'user', title: 'User', width: wide ? '16%' : '120px', render: (event) => <User event={event} /> },
    ...(wide
      ? [
          {
            key: 'ip',
            title: 'IP address',
            width: '112px',
            render: ({ ipAddress }: UserEventWire) => ipAddress,
          },
        ]
      : []),
    {
      key: 'actions',
      title: 'Actions',
      width: '84px',
      render: (event) => (
        <EventActions exchange={event.activityId} what={nameOf(event)} onDetails={() => onDetails(event)} />
      ),
    },
  ];
}

function Filters({
  filter,
  onChange,
}: {
  readonly filter: UserEventFilter;
  readonly onChange: (part: Partial<UserEventFilter>) => void;
}): ReactNode {
  const clients = useClients().data ?? [];
  return (
    <Group gap="sm" mb="sm">
      <Select
        aria-label="Event type"
        placeholder="All types"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All types' }}
        nothingFoundMessage="No matching types"
        w={260}
        data={EVENT_TYPES}
        value={filter.type === '' ? null : filter.type}
        onChange={(type) => onChange({ type: type ?? '' })}
      />
      <Select
        aria-label="Client"
        placeholder="All clients"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All clients' }}
        nothingFoundMessage="No matching clients"
        w={180}
        data={clients.map(({ clientId }) => clientId)}
        value={filter.client === '' ? null : filter.client}
        onChange={(client) => onChange({ client: client ?? '' })}
      />
      <SearchField
        label="User"
        placeholder="Username"
        w={180}
        value={filter.user}
        onChange={(user) => onChange({ user })}
      />
    </Group>
  );
}

function factsOf(event: UserEventWire): readonly (readonly [string, string | undefined])[] {
  return [
    ['Time', formatInstant(event.time)],
    ['Type', event.type],
    ['Error', event.error],
    ['Client', event.clientId],
    ['User ID', event.userId],
    ['Session ID', event.sessionId],
    ['IP address', event.ipAddress],
  ];
}

/** The list with its filter. */
export function UserEvents(): ReactNode {
  const [{ page: pageText, type, client, user }, change] = useAddress(ADDRESS);
  const filter = useMemo(() => ({ type, client, user }), [type, client, user]);
  const [applied] = useDebouncedValue(filter, 200);
  const page = readPage(pageText);
  const events = useUserEvents(applied, page);
  const clear = useClearEvents('events');
  const space = useListSpace();
  const [open, setOpen] = useState<UserEventWire | undefined>(undefined);
  return (
    <Section
      title="User events"
      summary="Sign-ins, token requests and their errors, with Keycloak’s types, details and error codes."
      aside={
        <ConfirmButton
          action="Clear user events"
          leftSection={<IconTrash size={16} />}
          question="Clear all user events?"
          consequence="The user events of this realm are removed. Activity keeps its exchanges."
          work={clear}
          done={() => 'The user events were cleared.'}
          failed="The user events were not cleared"
        />
      }
    >
      <Filters filter={filter} onChange={(part) => change({ ...part, page: '1' })} />
      <EventList
        query={events}
        page={page}
        onPage={(next) => change({ page: String(next) })}
        filtered={Object.values(applied).some((value) => value.trim() !== '')}
        what="user events"
        hint="They appear here when users sign in and clients request tokens."
        setting="eventsEnabled"
      >
        {(shown) => (
          <DataTable
            label="Saved user events"
            columns={columnsWith(space, setOpen)}
            rows={shown}
            keyOf={({ id }) => id}
            nameOf={nameOf}
          />
        )}
      </EventList>
      {open === undefined ? undefined : (
        <EventDetails
          title={open.type}
          facts={factsOf(open)}
          details={open.details}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}
