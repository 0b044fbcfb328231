// What both lists of events share: the frame with its empty states, paging, and the cells of a row.
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconListDetails } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { EventPage } from '../../api/events.ts';
import { useRealmSettings, useSaveRealm } from '../../api/realm.ts';
import { ExchangeLink } from '../../components/flow-link.tsx';
import { announceOutcome } from '../../ui/announce.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { QueryView } from '../../ui/query-view.tsx';

interface Props<Event> {
  readonly query: UseQueryResult<EventPage<Event>>;
  /** Counts from 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly filtered: boolean;
  /** What the list contains: `user events`. */
  readonly what: string;
  /** When an event is kept, for the empty list. */
  readonly hint: string;
  /** The setting that saves the events. */
  readonly setting: keyof RealmRepresentation & ('eventsEnabled' | 'adminEventsEnabled');
  readonly children: (events: readonly Event[]) => ReactNode;
}

/** Offers to save the events. */
function NotSaved({ what, setting }: Pick<Props<never>, 'what' | 'setting'>): ReactNode {
  const save = useSaveRealm();
  return (
    <EmptyState
      title={`This realm saves no ${what}`}
      text={`As in Keycloak, ${what} are not saved by default. Activity shows every exchange in any case.`}
      action={
        <Button
          loading={save.isPending}
          onClick={() =>
            announceOutcome(save.mutateAsync({ [setting]: true }), {
              done: () => `The realm saves ${what} now.`,
              failed: 'The setting was not changed',
            })
          }
        >
          Save {what}
        </Button>
      }
    />
  );
}

function Empty({
  filtered,
  what,
  hint,
  setting,
}: Pick<Props<never>, 'filtered' | 'what' | 'hint' | 'setting'>): ReactNode {
  const settings = useRealmSettings();
  return (
    <QueryView query={settings} lines={8}>
      {({ [setting]: isSaved }) => {
        if (isSaved !== true) return <NotSaved what={what} setting={setting} />;
        return filtered ? (
          <EmptyState
            title={`No matching ${what}`}
            text="Change the filter, or clear it to see all of them."
          />
        ) : (
          <EmptyState title={`No ${what}`} text={hint} />
        );
      }}
    </QueryView>
  );
}

function Paging({
  page,
  hasMore,
  onPage,
}: Pick<Props<never>, 'page' | 'onPage'> & { readonly hasMore: boolean }): ReactNode {
  if (page === 1 && !hasMore) return undefined;
  return (
    <Group gap="xs" justify="flex-end" mt="sm">
      <Button size="compact-sm" variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button size="compact-sm" variant="default" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </Group>
  );
}

/** The list, or why it is empty. */
export function EventList<Event>({ query, page, onPage, children, ...empty }: Props<Event>): ReactNode {
  return (
    <QueryView query={query} lines={8}>
      {({ events, hasMore }) => (
        <>
          {events.length === 0 ? <Empty {...empty} /> : children(events)}
          <Paging page={page} hasMore={hasMore} onPage={onPage} />
        </>
      )}
    </QueryView>
  );
}

/** How much of a list fits. */
export interface ListSpace {
  /** Columns that the details show as well. */
  readonly wide: boolean;
  readonly time: Pick<Column<{ readonly time: number }>, 'key' | 'title' | 'width' | 'render'>;
}

/** Narrow windows need the space of the day, which the details show. */
export function useListSpace(): ListSpace {
  const wide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const narrow = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false });
  return {
    wide,
    time: {
      key: 'time',
      title: 'Time',
      width: narrow ? '84px' : '172px',
      render: ({ time }) => (
        <time dateTime={new Date(time).toISOString()} title={formatInstant(time)}>
          {formatInstant(time, narrow ? 'time' : 'whole')}
        </time>
      ),
    },
  };
}

/** Buttons at the end of a row. */
export function EventActions({
  exchange,
  what,
  onDetails,
}: {
  /** ID in Activity; undefined: no request has caused the event. */
  readonly exchange: string | undefined;
  /** Names the event for screen readers. */
  readonly what: string;
  readonly onDetails: () => void;
}): ReactNode {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label="Details">
        <ActionIcon variant="subtle" color="gray" aria-label={`Details: ${what}`} onClick={onDetails}>
          <IconListDetails size={16} />
        </ActionIcon>
      </Tooltip>
      {exchange === undefined ? undefined : <ExchangeLink id={exchange} what={what} />}
    </Group>
  );
}
