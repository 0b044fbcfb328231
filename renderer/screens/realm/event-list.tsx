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
import { type PlainKey, text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { QueryView } from '../../ui/query-view.tsx';

/** What is said about a kind of events. */
export interface EventTexts {
  readonly notSaved: PlainKey;
  readonly notSavedText: PlainKey;
  readonly save: PlainKey;
  readonly saved: PlainKey;
  readonly noMatch: PlainKey;
  readonly none: PlainKey;
  /** When an event is kept. */
  readonly hint: PlainKey;
}

interface Props<Event> {
  readonly query: UseQueryResult<EventPage<Event>>;
  /** Counts from 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly filtered: boolean;
  readonly texts: EventTexts;
  /** The setting that saves the events. */
  readonly setting: keyof RealmRepresentation & ('eventsEnabled' | 'adminEventsEnabled');
  readonly children: (events: readonly Event[]) => ReactNode;
}

/** Offers to save the events. */
function NotSaved({ texts, setting }: Pick<Props<never>, 'texts' | 'setting'>): ReactNode {
  const save = useSaveRealm();
  return (
    <EmptyState
      title={text(texts.notSaved)}
      text={text(texts.notSavedText)}
      action={
        <Button
          loading={save.isPending}
          onClick={() =>
            announceOutcome(save.mutateAsync({ [setting]: true }), {
              done: () => text(texts.saved),
              failed: text('events:notChanged'),
            })
          }
        >
          {text(texts.save)}
        </Button>
      }
    />
  );
}

function Empty({
  filtered,
  texts,
  setting,
}: Pick<Props<never>, 'filtered' | 'texts' | 'setting'>): ReactNode {
  const settings = useRealmSettings();
  return (
    <QueryView query={settings} lines={8}>
      {({ [setting]: isSaved }) => {
        if (isSaved !== true) return <NotSaved texts={texts} setting={setting} />;
        return filtered ? (
          <EmptyState title={text(texts.noMatch)} text={text('events:noMatchText')} />
        ) : (
          <EmptyState title={text(texts.none)} text={text(texts.hint)} />
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
        {text('events:newer')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        {text('events:older')}
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
      title: text('events:column.time'),
      width: narrow ? '84px' : '192px',
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
      <Tooltip label={text('events:details.action')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text('events:details.of', { event: what })}
          onClick={onDetails}
        >
          <IconListDetails size={16} />
        </ActionIcon>
      </Tooltip>
      {exchange === undefined ? undefined : <ExchangeLink id={exchange} what={what} />}
    </Group>
  );
}
