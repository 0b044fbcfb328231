// The realm's faults: armed ones in the order in which they are tried, then used ones, newest first.
import { Anchor, Badge, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconBolt, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FaultWire } from '#protocol/contract/faults.ts';
import { useActivity } from '../../api/activity.ts';
import { useArmFault, useDisarmAll, useDisarmFault } from '../../api/faults.ts';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { giveFocus } from '../../ui/keep-focus.ts';
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
      {text(armed ? 'faults:state.armed' : 'faults:state.used')}
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
                ? text('faults:exchange', { id })
                : `${record.title}, ${formatInstant(record.startedAt, 'time')}`}
            </Anchor>
          );
        })}
      {rest > 0 ? (
        <Text fz="xs" c="dimmed">
          {text('faults:earlier', { count: rest })}
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
      aria-label={text('faults:again.label', { fault: what })}
      onClick={() =>
        announceOutcome(arm.mutateAsync({ match, do: effect, times }), { failed: text('faults:notArmed') })
      }
    >
      {text('faults:again.action')}
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

const DISARM = { action: 'faults:disarm.action', label: 'faults:disarm.label' } as const;
const REMOVE = { action: 'faults:remove.action', label: 'faults:remove.label' } as const;

function Disarm({ fault, what }: { readonly fault: FaultWire; readonly what: string }): ReactNode {
  const disarm = useDisarmFault();
  const says = fault.armed ? DISARM : REMOVE;
  const run = async (button: Element): Promise<void> => {
    if (disarm.isPending) return;
    const neighbours = neighboursOf(button);
    await announceOutcome(disarm.mutateAsync(fault.id), { failed: text('faults:disarm.failed') });
    // The row is gone after the next rendering.
    setTimeout(() => giveFocus(neighbours));
  };
  return (
    <Button
      size="compact-sm"
      variant={fault.armed ? 'default' : 'subtle'}
      aria-label={text(says.label, { fault: what })}
      onClick={({ currentTarget }) => void run(currentTarget)}
    >
      {text(says.action)}
    </Button>
  );
}

function Row({ fault }: { readonly fault: FaultWire }): ReactNode {
  const doing = describeDoing(fault);
  const facts = [describeHits(fault), describeWaiting(fault), fault.id].filter((fact) => fact !== '');
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
          {facts.map((fact) => `${fact} · `)}
          <span style={{ whiteSpace: 'nowrap' }}>
            <RichText
              of="faults:armedAt"
              parts={{
                time: (
                  <time dateTime={fault.armedAt} title={formatInstant(fault.armedAt)}>
                    {formatInstant(fault.armedAt, 'time')}
                  </time>
                ),
              }}
            />
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
    await announceOutcome(clear.mutateAsync(), { failed: text('faults:disarmAll.failed') });
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
      {text(armed || faults.length === 0 ? 'faults:disarmAll.action' : 'faults:disarmAll.clear')}
    </Button>
  );
}

/** The list, or what belongs there. */
export function FaultList({ faults }: { readonly faults: readonly FaultWire[] }): ReactNode {
  const armed = faults.filter((fault) => fault.armed);
  const used = faults.filter((fault) => !fault.armed).toReversed();
  return (
    <Section
      title={text('faults:list.title')}
      summary={text('faults:list.summary')}
      aside={<DisarmAll faults={faults} />}
    >
      <VisuallyHidden role="status">{text('faults:list.armed', { count: armed.length })}</VisuallyHidden>
      {faults.length === 0 ? (
        <EmptyState title={text('faults:empty.title')} text={text('faults:empty.text')} />
      ) : (
        <ul className={classes['list']} aria-label={text('faults:list.label')}>
          {[...armed, ...used].map((fault) => (
            <Row key={fault.id} fault={fault} />
          ))}
        </ul>
      )}
    </Section>
  );
}
