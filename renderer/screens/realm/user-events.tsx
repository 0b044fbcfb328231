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
import { text } from '../../texts/text.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { readPage, useAddress } from '../../ui/use-address.ts';
import { EventDetails } from './event-details.tsx';
import { EventActions, EventList, type EventTexts, type ListSpace, useListSpace } from './event-list.tsx';

const ADDRESS = { type: '', client: '', user: '', page: '1' };

const TEXTS: EventTexts = {
  notSaved: 'events:user.notSaved',
  notSavedText: 'events:user.notSavedText',
  save: 'events:user.save',
  saved: 'events:user.saved',
  noMatch: 'events:user.noMatch',
  none: 'events:user.none',
  hint: 'events:user.hint',
};

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
      title: text('events:column.event'),
      ...(wide ? {} : { width: '204px' }),
      render: (event) => <Type event={event} />,
    },
    {
      key: 'client',
      title: text('events:column.client'),
      width: wide ? '16%' : '128px',
      render: ({ clientId }) => clientId ?? '',
    },
    {
      key: 'user',
      title: text('events:column.user'),
      width: wide ? '16%' : '120px',
      render: (event) => <User event={event} />,
    },
    ...(wide
      ? [
          {
            key: 'ip',
            title: text('events:column.ip'),
            width: '112px',
            render: ({ ipAddress }: UserEventWire) => ipAddress,
          },
        ]
      : []),
    {
      key: 'actions',
      title: text('events:column.actions'),
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
        aria-label={text('events:filter.type')}
        placeholder={text('events:filter.allTypes')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': text('events:filter.allTypes') }}
        nothingFoundMessage={text('events:filter.noTypes')}
        w={260}
        data={EVENT_TYPES}
        value={filter.type === '' ? null : filter.type}
        onChange={(type) => onChange({ type: type ?? '' })}
      />
      <Select
        aria-label={text('events:filter.client')}
        placeholder={text('events:filter.allClients')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': text('events:filter.allClients') }}
        nothingFoundMessage={text('events:filter.noClients')}
        w={180}
        data={clients.map(({ clientId }) => clientId)}
        value={filter.client === '' ? null : filter.client}
        onChange={(client) => onChange({ client: client ?? '' })}
      />
      <SearchField
        label={text('events:filter.user')}
        placeholder={text('events:filter.userPlaceholder')}
        w={180}
        value={filter.user}
        onChange={(user) => onChange({ user })}
      />
    </Group>
  );
}

function factsOf(event: UserEventWire): readonly (readonly [string, string | undefined])[] {
  return [
    [text('events:fact.time'), formatInstant(event.time)],
    [text('events:fact.type'), event.type],
    [text('events:fact.error'), event.error],
    [text('events:fact.client'), event.clientId],
    [text('events:fact.userId'), event.userId],
    [text('events:fact.sessionId'), event.sessionId],
    [text('events:fact.ip'), event.ipAddress],
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
      title={text('events:user.title')}
      summary={text('events:user.summary')}
      aside={
        <ConfirmButton
          action={text('events:user.clear')}
          leftSection={<IconTrash size={16} />}
          question={text('events:user.clearQuestion')}
          consequence={text('events:user.clearConsequence')}
          work={clear}
          done={() => text('events:user.cleared')}
          failed={text('events:user.notCleared')}
        />
      }
    >
      <Filters filter={filter} onChange={(part) => change({ ...part, page: '1' })} />
      <EventList
        query={events}
        page={page}
        onPage={(next) => change({ page: String(next) })}
        filtered={Object.values(applied).some((value) => value.trim() !== '')}
        texts={TEXTS}
        setting="eventsEnabled"
      >
        {(shown) => (
          <DataTable
            label={text('events:user.list')}
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
