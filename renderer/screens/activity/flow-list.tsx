// The flows, newest first, as a virtualized list with arrow keys.
import { Group, Text } from '@mantine/core';
import { IconPinFilled } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { StatusBadge } from '../../components/status-badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatInstant } from '../../ui/instant.ts';
import classes from './activity-screen.module.css';
import { type Flow, mainExchange } from './group-flows.ts';

const ROW_HEIGHT = 60;

interface Props {
  readonly flows: readonly Flow[];
  /** Id of the selected flow. */
  readonly chosen: string | undefined;
  readonly pins: ReadonlySet<string>;
}

function FlowRow({ flow, pinned }: { readonly flow: Flow; readonly pinned: boolean }): ReactNode {
  const { latest, outcome, clientId, username, exchanges } = flow;
  return (
    <>
      <Group gap={4} wrap="nowrap" miw={0}>
        {pinned ? <IconPinFilled size={12} role="img" aria-label="pinned" /> : undefined}
        <Text fw={600} fz="sm" truncate>
          {clientId ?? latest.path}
        </Text>
        {username === undefined ? undefined : (
          <Text c="dimmed" fz="xs" truncate>
            {username}
          </Text>
        )}
      </Group>
      <Text c="dimmed" fz="xs" ff="monospace" ta="end" title={formatInstant(latest.startedAt)}>
        {formatInstant(latest.startedAt, 'time')}
      </Text>
      <Text fz="xs" truncate>
        {latest.title}
        {exchanges.length > 1 ? ` · ${exchanges.length}` : ''}
      </Text>
      <StatusBadge outcome={outcome} />
    </>
  );
}

/** A link per flow, which opens its main exchange. */
export function FlowList({ flows, chosen, pins }: Props): ReactNode {
  const frame = useRef<HTMLElement>(null);
  const navigate = useNavigate();
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
    void navigate(`/activity/${mainExchange(next).id}`);
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-flow="${CSS.escape(next.id)}"]`)?.focus(),
    );
  };
  return (
    <nav ref={frame} className={classes['list']} aria-label="Flows" onKeyDown={walk}>
      {flows.length === 0 ? (
        <EmptyState title="No matching flows" text="Change the search or the filter above." />
      ) : undefined}
      <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const flow = flows[item.index];
          return flow === undefined ? undefined : (
            <Link
              key={flow.id}
              data-flow={flow.id}
              className={classes['flow']}
              style={{ top: item.start }}
              to={`/activity/${mainExchange(flow).id}`}
              aria-current={flow.id === chosen}
            >
              <FlowRow flow={flow} pinned={pins.has(flow.id)} />
            </Link>
          );
        })}
      </div>
    </nav>
  );
}
