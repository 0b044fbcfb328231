// Logs: the live tail of the server's log, filtered and searched; it stands still as soon as somebody reads.
import { Box, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useReducer, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { LogLineWire, LogPageWire } from '#protocol/contract/logs.ts';
import { type TailState, useLogTail } from '../../api/logs.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ANY_LINE, categoriesOf, filterLines, type LogFilter, readFilter } from './log-filter.ts';
import { LogList } from './log-list.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import type { LogView } from './log-view.ts';
import {
  addLines,
  clear,
  type HoldReason,
  hold,
  NO_LINES,
  release,
  shownLines,
  takePage,
} from './log-view.ts';
import classes from './logs.module.css';

type Step =
  | { readonly do: 'page'; readonly page: LogPageWire }
  | { readonly do: 'lines'; readonly lines: readonly LogLineWire[] }
  | { readonly do: 'hold'; readonly reason: HoldReason }
  | { readonly do: 'release' | 'clear' };

function step(view: LogView, what: Step): LogView {
  switch (what.do) {
    case 'page':
      return takePage(view, what.page);
    case 'lines':
      return addLines(view, what.lines);
    case 'hold':
      return hold(view, what.reason);
    case 'release':
      return release(view);
    case 'clear':
      return clear(view);
  }
}

const states: Readonly<Record<TailState, string>> = {
  connecting: 'Connecting …',
  live: 'Every record that passes the log level, newest at the end',
  broken: 'The connection is lost. Connecting again …',
};

interface NothingProps {
  readonly state: TailState;
  readonly cleared: boolean;
  readonly filtered: boolean;
  readonly onShowAll: () => void;
}

function Nothing({ state, cleared, filtered, onShowAll }: NothingProps): ReactNode {
  if (filtered)
    return (
      <EmptyState
        title="No matching lines"
        text="Change the search, the level or the category above. New lines that fit appear at once."
        action={
          <Button variant="default" size="xs" onClick={onShowAll}>
            Show every line
          </Button>
        }
      />
    );
  if (state === 'connecting')
    return (
      <Stack gap={8} p="md" role="status" aria-busy="true" aria-label="Loading">
        <Skeleton height={20} />
        <Skeleton height={20} />
        <Skeleton height={20} />
      </Stack>
    );
  return (
    <EmptyState
      title={cleared ? 'The view is cleared' : 'No line yet'}
      text="What the server writes to its log appears here at once. The option log-level decides what that is: debug tells more about every request."
      action={
        <Button variant="default" size="xs" component={Link} to="/settings?search=log-level">
          Change log-level
        </Button>
      }
    />
  );
}

/** The screen; `#/logs?level=…&category=…&text=…` opens it with a filter. */
export function LogsScreen(): ReactNode {
  const [search] = useSearchParams();
  const [filter, setFilter] = useState<LogFilter>(() => readFilter(search));
  const [view, act] = useReducer(step, NO_LINES);
  const state = useLogTail({
    onPage: (page) => act({ do: 'page', page }),
    onLines: (lines) => act({ do: 'lines', lines }),
  });
  const asked = useDeferredValue(filter);
  const all = shownLines(view);
  const lines = useMemo(() => filterLines(all, asked), [all, asked]);
  const categories = useMemo(() => categoriesOf(all, [asked.category]), [all, asked.category]);
  useEffect(() => {
    document.title = 'Logs · Understudy';
  }, []);
  return (
    <Box className={classes['screen']}>
      <Group gap="sm" align="baseline">
        <Title order={1} fz={22}>
          Logs
        </Title>
        <Text c="dimmed" role="status">
          {states[state]}
        </Text>
      </Group>
      <LogToolbar
        filter={filter}
        onChange={(part) => setFilter((last) => ({ ...last, ...part }))}
        categories={categories}
        shown={lines.length}
        total={all.length}
        missed={view.held?.missed}
        onPause={() => act({ do: 'hold', reason: 'paused' })}
        onResume={() => act({ do: 'release' })}
        onClear={() => act({ do: 'clear' })}
      />
      {lines.length === 0 ? (
        <div className={classes['frame']}>
          <Nothing
            state={state}
            cleared={view.clearedUpTo > 0}
            filtered={all.length > 0}
            onShowAll={() => setFilter(ANY_LINE)}
          />
        </div>
      ) : (
        <LogList
          lines={lines}
          search={asked.text}
          held={view.held?.reason}
          onHold={() => act({ do: 'hold', reason: 'reading' })}
          onRelease={() => act({ do: 'release' })}
        />
      )}
    </Box>
  );
}
