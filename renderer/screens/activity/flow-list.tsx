// The flows, newest first, as a virtualized list with arrow keys.
import { Text } from '@mantine/core';
import { IconFlask, IconPinFilled, IconWorld } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type ReactNode, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { ActivityOutcome } from '#protocol/contract/activity.ts';
import { OutcomeIcon } from '../../components/status-badge.tsx';
import { type PlainKey, text } from '../../texts/text.ts';
import { formatInstant } from '../../ui/instant.ts';
import panes from '../../ui/panes.module.css';
import classes from './activity-screen.module.css';
import { type Flow, mainExchange } from './group-flows.ts';

/** Of a row with a name on one line, in pixels; longer names take more. */
const ROW_HEIGHT = 61;

interface Props {
  readonly flows: readonly Flow[];
  /** Id of the selected flow. */
  readonly chosen: string | undefined;
  readonly pins: ReadonlySet<string>;
  /** Whether flows of several realms are listed. */
  readonly withRealms: boolean;
  /** Shown when there are no flows. */
  readonly nothing: ReactNode;
}

const OUTCOMES: Readonly<Record<ActivityOutcome, PlainKey>> = {
  accepted: 'activity:outcome.accepted',
  refused: 'activity:outcome.refused',
  asked: 'activity:outcome.waitingForUser',
  failed: 'activity:outcome.failed',
};

/** What name and icon do not say: the client, and how many exchanges there are. */
function describeExtent({ kind, name, outcome, clientId, exchanges, latest }: Flow): string {
  // Registry clients without a token from POST are expected to send GET next.
  const label =
    kind === 'registry' && outcome === 'asked' ? 'activity:outcome.waitingForClient' : OUTCOMES[outcome];
  // The name is what the server calls the flow.
  const isSaid = outcome === 'accepted' || (outcome === 'asked' && name.endsWith('waiting for user'));
  return [
    ...(isSaid ? [] : [text(label)]),
    ...(clientId === undefined || name.includes(clientId) ? [] : [clientId]),
    exchanges.length === 1
      ? `${latest.method} ${latest.status}`
      : text('activity:list.exchanges', { count: exchanges.length }),
  ].join(' · ');
}

function Fact({ icon, value }: { readonly icon: ReactNode; readonly value: string | undefined }): ReactNode {
  return value === undefined ? undefined : (
    <span className={panes['detail']}>
      {icon}
      <Text c="dimmed" fz="xs" lineClamp={2} title={value}>
        {value}
      </Text>
    </span>
  );
}

interface RowProps {
  readonly flow: Flow;
  readonly pinned: boolean;
  readonly withRealm: boolean;
}

function FlowRow({ flow, pinned, withRealm }: RowProps): ReactNode {
  const { latest, outcome, name, problem, test } = flow;
  return (
    <>
      <span className={panes['line']}>
        <span className={panes['name']}>
          {pinned ? (
            <IconPinFilled size={12} role="img" aria-label={text('activity:list.pinned')} />
          ) : undefined}
          <span lang="en">{name}</span>
        </span>
        <Text c="dimmed" fz="xs" ff="monospace" title={formatInstant(latest.startedAt)}>
          {formatInstant(latest.startedAt, 'time')}
        </Text>
      </span>
      <span className={panes['detail']}>
        <OutcomeIcon outcome={outcome} />
        {problem === undefined ? (
          <Text c="dimmed" fz="xs">
            {describeExtent(flow)}
          </Text>
        ) : (
          <Text fz="xs" lineClamp={3} lang="en">
            {problem}
          </Text>
        )}
      </span>
      {withRealm ? (
        <Fact
          icon={<IconWorld size={14} role="img" aria-label={text('activity:list.realm')} />}
          value={flow.realm}
        />
      ) : undefined}
      <Fact icon={<IconFlask size={14} role="img" aria-label={text('activity:list.test')} />} value={test} />
    </>
  );
}

function addressOf(flow: Flow, search: string): { readonly pathname: string; readonly search: string } {
  return { pathname: `/activity/${mainExchange(flow).id}`, search };
}

interface FlowLinkProps extends RowProps {
  readonly measure: (element: Element | null) => void;
  readonly index: number;
  /** Position in pixels. */
  readonly top: number;
  /** Search of the URL, which the link keeps. */
  readonly search: string;
  readonly isChosen: boolean;
}

function FlowLink({ measure, index, top, search, isChosen, ...row }: FlowLinkProps): ReactNode {
  return (
    <Link
      ref={measure}
      data-index={index}
      data-flow={row.flow.id}
      className={`${panes['entry']} ${classes['flow']}`}
      style={{ top }}
      to={addressOf(row.flow, search)}
      aria-current={isChosen}
    >
      <FlowRow {...row} />
    </Link>
  );
}

/** Scrolling draws only flows that were not there before. */
const MemoFlowLink = memo(FlowLink);

/** A link per flow, which opens its main exchange. */
export function FlowList({ flows, chosen, pins, withRealms, nothing }: Props): ReactNode {
  const frame = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const { search } = useLocation();
  const virtualizer = useVirtualizer({
    count: flows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => flows[index]?.id ?? index,
    overscan: 8,
    initialRect: { width: 300, height: 800 },
  });
  const walk = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const index = flows.findIndex((flow) => flow.id === chosen) + step;
    const next = flows[index];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    virtualizer.scrollToIndex(index);
    void navigate(addressOf(next, search));
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-flow="${CSS.escape(next.id)}"]`)?.focus(),
    );
  };
  return (
    <nav ref={frame} className={panes['list']} aria-label={text('activity:list.label')} onKeyDown={walk}>
      {flows.length === 0 ? nothing : undefined}
      <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const flow = flows[item.index];
          return flow === undefined ? undefined : (
            <MemoFlowLink
              key={flow.id}
              measure={virtualizer.measureElement}
              index={item.index}
              top={item.start}
              flow={flow}
              search={search}
              isChosen={flow.id === chosen}
              pinned={pins.has(flow.id)}
              withRealm={withRealms}
            />
          );
        })}
      </div>
    </nav>
  );
}
