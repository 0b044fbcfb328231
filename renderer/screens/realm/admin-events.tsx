// Admin events: what administrators have changed.
import { Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type AdminEventWire, OPERATION_TYPES, RESOURCE_TYPES } from '#protocol/contract/events.ts';
import { type AdminEventFilter, useAdminEvents, useClearEvents } from '../../api/events.ts';
import { text } from '../../texts/text.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { readPage, useAddress } from '../../ui/use-address.ts';
import { EventDetails } from './event-details.tsx';
import { EventActions, EventList, type EventTexts, type ListSpace, useListSpace } from './event-list.tsx';

const ADDRESS = { operation: '', resource: '', path: '', page: '1' };

const TEXTS: EventTexts = {
  notSaved: 'events:admin.notSaved',
  notSavedText: 'events:admin.notSavedText',
  save: 'events:admin.save',
  saved: 'events:admin.saved',
  noMatch: 'events:admin.noMatch',
  none: 'events:admin.none',
  hint: 'events:admin.hint',
};

const nameOf = ({ operationType, resourceType, time }: AdminEventWire): string =>
  `${operationType} ${resourceType}, ${formatInstant(time)}`;

/** The representation is JSON text on one line. */
const indent = (json: string): string => JSON.stringify(JSON.parse(json), undefined, 2);

function columnsWith(
  { wide, time }: ListSpace,
  onDetails: (event: AdminEventWire) => void,
): readonly Column<AdminEventWire>[] {
  return [
    time,
    {
      key: 'operation',
      title: text('events:column.operation'),
      width: '96px',
      render: ({ operationType }) => operationType,
    },
    {
      key: 'resource',
      title: text('events:column.resource'),
      width: wide ? '24%' : '200px',
      render: ({ resourceType }) => resourceType,
    },
    {
      key: 'path',
      title: text('events:column.path'),
      render: ({ resourcePath }) => (
        <Text span ff="monospace" fz="sm" title={resourcePath}>
          {resourcePath ?? ''}
        </Text>
      ),
    },
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
  readonly filter: AdminEventFilter;
  readonly onChange: (part: Partial<AdminEventFilter>) => void;
}): ReactNode {
  return (
    <Group gap="sm" mb="sm">
      <Select
        aria-label={text('events:filter.operation')}
        placeholder={text('events:filter.allOperations')}
        clearable
        clearButtonProps={{ 'aria-label': text('events:filter.allOperations') }}
        w={160}
        data={OPERATION_TYPES}
        value={filter.operation === '' ? null : filter.operation}
        onChange={(operation) => onChange({ operation: operation ?? '' })}
      />
      <Select
        aria-label={text('events:filter.resource')}
        placeholder={text('events:filter.allResources')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': text('events:filter.allResources') }}
        nothingFoundMessage={text('events:filter.noTypes')}
        w={240}
        data={RESOURCE_TYPES}
        value={filter.resource === '' ? null : filter.resource}
        onChange={(resource) => onChange({ resource: resource ?? '' })}
      />
      <SearchField
        label={text('events:filter.path')}
        placeholder="users/*"
        w={180}
        value={filter.path}
        onChange={(path) => onChange({ path })}
      />
    </Group>
  );
}

function factsOf({
  authDetails,
  ...event
}: AdminEventWire): readonly (readonly [string, string | undefined])[] {
  return [
    [text('events:fact.time'), formatInstant(event.time)],
    [text('events:fact.operation'), event.operationType],
    [text('events:fact.resource'), event.resourceType],
    [text('events:fact.path'), event.resourcePath],
    [text('events:fact.administrator'), authDetails.userId],
    [text('events:fact.client'), authDetails.clientId],
    [text('events:fact.realm'), authDetails.realmId],
    [text('events:fact.ip'), authDetails.ipAddress],
  ];
}

/** The list with its filter. */
export function AdminEvents(): ReactNode {
  const [{ page: pageText, operation, resource, path }, change] = useAddress(ADDRESS);
  const filter = useMemo(() => ({ operation, resource, path }), [operation, resource, path]);
  const [applied] = useDebouncedValue(filter, 200);
  const page = readPage(pageText);
  const events = useAdminEvents(applied, page);
  const clear = useClearEvents('admin-events');
  const space = useListSpace();
  const [open, setOpen] = useState<AdminEventWire | undefined>(undefined);
  return (
    <Section
      title={text('events:admin.title')}
      summary={text('events:admin.summary')}
      aside={
        <ConfirmButton
          action={text('events:admin.clear')}
          leftSection={<IconTrash size={16} />}
          question={text('events:admin.clearQuestion')}
          consequence={text('events:admin.clearConsequence')}
          work={clear}
          done={() => text('events:admin.cleared')}
          failed={text('events:admin.notCleared')}
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
        setting="adminEventsEnabled"
      >
        {(shown) => (
          <DataTable
            label={text('events:admin.list')}
            columns={columnsWith(space, setOpen)}
            rows={shown}
            keyOf={({ id }) => id}
            nameOf={nameOf}
          />
        )}
      </EventList>
      {open === undefined ? undefined : (
        <EventDetails
          title={`${open.operationType} ${open.resourceType}`}
          facts={factsOf(open)}
          onClose={() => setOpen(undefined)}
        >
          {open.representation === undefined ? undefined : (
            <>
              <Text fw={600}>{text('events:details.representation')}</Text>
              <CodeBlock
                label={text('events:details.representationLabel')}
                text={indent(open.representation)}
              />
            </>
          )}
        </EventDetails>
      )}
    </Section>
  );
}
