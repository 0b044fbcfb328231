// Logs: the live tail of the server's log, with filter and search. It pauses as soon as the user reads.
import { Box, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useReducer } from 'react';
import { Link } from 'react-router';
import type { LogLineWire, LogPageWire } from '#protocol/contract/logs.ts';
import { type TailState, useLogTail } from '../../api/logs.ts';
import { saveText } from '../../components/save-text.ts';
import { type PlainKey, text } from '../../texts/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import panes from '../../ui/panes.module.css';
import { useAddress } from '../../ui/use-address.ts';
import { textOf } from './describe-line.ts';
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

const STATES: Readonly<Record<TailState, PlainKey>> = {
  connecting: 'logs:state.connecting',
  live: 'logs:state.live',
  broken: 'logs:state.broken',
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
        title={text('logs:noMatch.title')}
        text={text('logs:noMatch.text')}
        action={
          <Button variant="default" size="xs" onClick={onShowAll}>
            {text('logs:noMatch.action')}
          </Button>
        }
      />
    );
  if (state === 'connecting')
    return (
      <Stack gap={8} p="md" role="status" aria-busy="true" aria-label={text('logs:loading')}>
        <Skeleton height={20} />
        <Skeleton height={20} />
        <Skeleton height={20} />
      </Stack>
    );
  return (
    <EmptyState
      title={text(cleared ? 'logs:empty.cleared' : 'logs:empty.title')}
      text={text('logs:empty.text')}
      action={
        <Button variant="default" size="xs" component={Link} to="/settings?search=log-level">
          {text('logs:empty.action')}
        </Button>
      }
    />
  );
}

/** The screen; `#/logs?level=…&category=…&text=…` opens it with a filter. */
export function LogsScreen(): ReactNode {
  const [address, change] = useAddress<keyof LogFilter>(ANY_LINE);
  const filter = useMemo(() => readFilter(address), [address]);
  const [view, act] = useReducer(step, NO_LINES);
  const state = useLogTail({
    onPage: (page) => act({ do: 'page', page }),
    onLines: (lines) => act({ do: 'lines', lines }),
  });
  const applied = useDeferredValue(filter);
  const all = shownLines(view);
  const lines = useMemo(() => filterLines(all, applied), [all, applied]);
  const categories = useMemo(() => categoriesOf(all, [applied.category]), [all, applied.category]);
  useEffect(() => {
    document.title = `${text('logs:title')} · Understudy`;
  }, []);
  return (
    <Box className={panes['screen'] ?? ''}>
      <Group gap="sm" align="baseline">
        <Title order={1} fz={22}>
          {text('logs:title')}
        </Title>
        <Text c="dimmed" role="status">
          {text(STATES[state])}
        </Text>
      </Group>
      <LogToolbar
        filter={filter}
        onChange={change}
        categories={categories}
        shown={lines.length}
        total={all.length}
        missed={view.held?.missed}
        onPause={() => act({ do: 'hold', reason: 'paused' })}
        onResume={() => act({ do: 'release' })}
        onClear={() => act({ do: 'clear' })}
        onSave={() => saveText('understudy.log', `${lines.map(textOf).join('\n')}\n`)}
      />
      {lines.length === 0 ? (
        <div className={classes['frame']}>
          <Nothing
            state={state}
            cleared={view.clearedUpTo > 0}
            filtered={all.length > 0}
            onShowAll={() => change(ANY_LINE)}
          />
        </div>
      ) : (
        <LogList
          lines={lines}
          search={applied.text}
          held={view.held?.reason}
          onHold={() => act({ do: 'hold', reason: 'reading' })}
          onRelease={() => act({ do: 'release' })}
        />
      )}
    </Box>
  );
}
