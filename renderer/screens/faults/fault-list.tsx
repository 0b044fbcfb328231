// The realm's faults: armed ones in the order in which they are tried, then used ones, newest first.
import { Anchor, Badge, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconBolt, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FaultWire } from '#protocol/contract/faults.ts';
import { useActivity } from '../../api/activity.ts';
import { useArmFault, useDisarmAll, useDisarmFault } from '../../api/faults.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { giveFocus } from '../../ui/keep-focus.ts';
import { countOf } from '../../ui/pages.tsx';
import { Section } from '../../ui/section.tsx';
import { describeDoing, describeHits, describeMatch, describeWaiting } from './describe-fault.ts';
import classes from './faults.module.css';

/** Links to the latest exchanges of a fault. */
const MOST_LINKS = 3;

function StateBadge({ armed }: { readonly armed: boolean }): ReactNode {
  const color = armed ? 'var(--us-asked)' : 'var(--mantine-color-dimmed)';
  const Icon = armed ? IconBolt : IconCheck;
  return (
    <Badge
      variant="outline"
      size="sm"
      radius="sm"
      tt="none"
      leftSection={<Icon size={12} aria-hidden />}
      style={{ color, borderColor: color, background: 'var(--mantine-color-body)' }}
    >
      {armed ? 'Armed' : 'Used'}
    </Badge>
  );
}

/** Exchanges that Activity no longer has are without a title. */
function Exchanges({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const records = useActivity().data?.records ?? [];
  if (ids.length === 0) return undefined;
  const rest = ids.length - MOST_LINKS;
  return (
    <div className={classes['exchanges']}>
      {ids
        .slice(-MOST_LINKS)
        .toReversed()
        .map((id) => {
          const record = records.find((candidate) => candidate.id === id);
          return (
            <Anchor
              key={id}
              component={Link}
              to={`/activity/${encodeURIComponent(id)}`}
              fz="xs"
              underline="always"
            >
              {record === undefined
                ? `Exchange ${id}`
                : `${record.title}, ${formatInstant(record.startedAt, 'time')}`}
            </Anchor>
          );
        })}
      {rest > 0 ? (
        <Text fz="xs" c="dimmed">
          and {rest} before
        </Text>
      ) : undefined}
    </div>
  );
}

function ArmAgain({ fault, what }: { readonly fault: FaultWire; readonly what: string }): ReactNode {
  const arm = useArmFault();
  const { match, do: effect, times } = fault;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Arm again: ${what}`}
      onClick={() =>
        announceOutcome(arm.mutateAsync({ match, do: effect, times }), { failed: 'The fault was not armed' })
      }
    >
      Arm again
    </Button>
  );
}

/** What gets the focus once the element and its row are gone: the neighbours, else the screen's first button. */
function neighboursOf(element: Element): readonly (Element | null | undefined)[] {
  const row = element.closest('li');
  const rows = [row?.nextElementSibling, row?.previousElementSibling];
  return [
    ...rows.map((each) => each?.querySelector('button:last-of-type')),
    element.closest('main')?.querySelector('button'),
  ];
}

function Disarm({ fault, what }: { readonly fault: FaultWire; readonly what: string }): ReactNode {
  const disarm = useDisarmFault();
  const action = fault.armed ? 'Disarm' : 'Remove';
  const run = async (button: Element): Promise<void> => {
    if (disarm.isPending) return;
    const neighbours = neighboursOf(button);
    await announceOutcome(disarm.mutateAsync(fault.id), { failed: 'The fault was not disarmed' });
    // The row is gone after the next rendering.
    setTimeout(() => giveFocus(neighbours));
  };
  return (
    <Button
      size="compact-sm"
      variant={fault.armed ? 'default' : 'subtle'}
      aria-label={`${action}: ${what}`}
      onClick={({ currentTarget }) => void run(currentTarget)}
    >
      {action}
    </Button>
  );
}

function Row({ fault }: { readonly fault: FaultWire }): ReactNode {
  const doing = describeDoing(fault);
  const facts = [describeHits(fault), describeWaiting(fault), fault.id].filter((text) => text !== '');
  return (
    <li>
      <div>
        <StateBadge armed={fault.armed} />
      </div>
      <div className={classes['words']}>
        <Text fz="sm" fw={600}>
          {doing}
        </Text>
        <Text fz="sm">{describeMatch(fault.match)}</Text>
        <Text fz="xs" c="dimmed">
          {facts.map((text) => `${text} · `)}
          <span style={{ whiteSpace: 'nowrap' }}>
            armed{' '}
            <time dateTime={fault.armedAt} title={formatInstant(fault.armedAt)}>
              {formatInstant(fault.armedAt, 'time')}
            </time>
          </span>
        </Text>
        <Exchanges ids={fault.exchanges} />
      </div>
      <div className={classes['actions']}>
        {fault.armed ? undefined : <ArmAgain fault={fault} what={doing} />}
        <Disarm fault={fault} what={doing} />
      </div>
    </li>
  );
}

function DisarmAll({ faults }: { readonly faults: readonly FaultWire[] }): ReactNode {
  const clear = useDisarmAll();
  const armed = faults.some((fault) => fault.armed);
  const run = async (button: Element): Promise<void> => {
    await announceOutcome(clear.mutateAsync(), { failed: 'The faults were not disarmed' });
    setTimeout(() => giveFocus(neighboursOf(button)));
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={clear.isPending}
      disabled={faults.length === 0}
      onClick={({ currentTarget }) => void run(currentTarget)}
    >
      {armed || faults.length === 0 ? 'Disarm all' : 'Clear list'}
    </Button>
  );
}

/** The list, or what belongs there. */
export function FaultList({ faults }: { readonly faults: readonly FaultWire[] }): ReactNode {
  const armed = faults.filter((fault) => fault.armed);
  const used = faults.filter((fault) => !fault.armed).toReversed();
  return (
    <Section
      title="Faults of this realm"
      summary="The first armed one that matches a request answers it."
      aside={<DisarmAll faults={faults} />}
    >
      <VisuallyHidden role="status">{countOf(armed.length, 'fault is', 'faults are')} armed.</VisuallyHidden>
      {faults.length === 0 ? (
        <EmptyState
          title="No faults"
          text="The realm answers as usual. Arm a preset, then use your application: the next matching request goes wrong, and its hit is counted here."
        />
      ) : (
        <ul className={classes['list']} aria-label="Faults">
          {[...armed, ...used].map((fault) => (
            <Row key={fault.id} fault={fault} />
          ))}
        </ul>
      )}
    </Section>
  );
}
