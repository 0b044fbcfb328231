// Admin events: what administrators have changed.
import { Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type AdminEventWire, OPERATION_TYPES, RESOURCE_TYPES } from '#protocol/contract/events.ts';
import { type AdminEventFilter, useAdminEvents, useClearEvents } from '../../api/events.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { readPage, useAddress } from '../../ui/use-address.ts';
import { EventDetails } from './event-details.tsx';
import { EventActions, EventList, type ListSpace, useListSpace } from './event-list.tsx';

const ADDRESS = { operation: '', resource: '', path: '', page: '1' };

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
    { key: 'operation', title: 'Operation', width: '96px', render: ({ operationType }) => operationType },
    {
      key: 'resource',
      title: 'Resource type',
      width: wide ? '24%' : '200px',
      render: ({ resourceType }) => resourceType,
    },
    {
      key: 'path',
      title: 'Resource path',
      render: ({ resourcePath }) => (
        <Text span ff="monospace" fz="sm" title={resourcePath}>
          {resourcePath ?? ''}
        </Text>
      ),
    },
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
  readonly filter: AdminEventFilter;
  readonly onChange: (part: Partial<AdminEventFilter>) => void;
}): ReactNode {
  return (
    <Group gap="sm" mb="sm">
      <Select
        aria-label="Operation"
        placeholder="All operations"
        clearable
        clearButtonProps={{ 'aria-label': 'All operations' }}
        w={160}
        data={OPERATION_TYPES}
        value={filter.operation === '' ? null : filter.operation}
        onChange={(operation) => onChange({ operation: operation ?? '' })}
      />
      <Select
        aria-label="Resource type"
        placeholder="All resource types"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All resource types' }}
        nothingFoundMessage="No matching types"
        w={240}
        data={RESOURCE_TYPES}
        value={filter.resource === '' ? null : filter.resource}
        onChange={(resource) => onChange({ resource: resource ?? '' })}
      />
      <SearchField
        label="Resource path"
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
    ['Time', formatInstant(event.time)],
    ['Operation', event.operationType],
    ['Resource type', event.resourceType],
    ['Resource path', event.resourcePath],
    ['Administrator', authDetails.userId],
    ['Client', authDetails.clientId],
    ['Realm', authDetails.realmId],
    ['IP address', authDetails.ipAddress],
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
      title="Admin events"
      summary="What administrators have changed in this realm, through the admin API and the console."
      aside={
        <ConfirmButton
          action="Clear admin events"
          leftSection={<IconTrash size={16} />}
          question="Clear all admin events?"
          consequence="The admin events of this realm are removed."
          work={clear}
          done={() => 'The admin events were cleared.'}
          failed="The admin events were not cleared"
        />
      }
    >
      <Filters filter={filter} onChange={(part) => change({ ...part, page: '1' })} />
      <EventList
        query={events}
        page={page}
        onPage={(next) => change({ page: String(next) })}
        filtered={Object.values(applied).some((value) => value.trim() !== '')}
        what="admin events"
        hint="They appear here when administrators change something in this realm."
        setting="adminEventsEnabled"
      >
        {(shown) => (
          <DataTable
            label="Saved admin events"
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
              <Text fw={600}>Representation</Text>
              <CodeBlock label="representation" text={indent(open.representation)} />
            </>
          )}
        </EventDetails>
      )}
    </Section>
  );
}
