// A flow as a sequence diagram: a lifeline per party, two arrows per exchange. Exchanges are buttons.
import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ActivityOutcome, ActivityParty, ActivitySummary } from '#protocol/contract/activity.ts';
import { type PlainKey, text } from '../texts/text.ts';
import classes from './flow-diagram.module.css';
import { layOutFlow, type PlacedExchange } from './lay-out-flow.ts';
import { OUTCOME_LABELS, StatusBadge } from './status-badge.tsx';

const PARTIES: Readonly<Record<Exclude<ActivityParty, 'understudy'>, PlainKey>> = {
  browser: 'components:flow.browser',
  application: 'components:flow.application',
  'identity-provider': 'components:flow.identityProvider',
  'authentication-entity': 'components:flow.authenticationEntity',
  console: 'components:flow.console',
};

const nameOf = (party: ActivityParty): string =>
  party === 'understudy' ? 'Understudy' : text(PARTIES[party]);

const colors: Readonly<Record<ActivityOutcome, string>> = {
  accepted: 'var(--mantine-color-dimmed)',
  asked: 'var(--us-asked)',
  refused: 'var(--us-refused)',
  failed: 'var(--us-refused)',
};

interface Props {
  /** Oldest first. */
  readonly exchanges: readonly ActivitySummary[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Accessible name of an exchange. */
function sentenceOf({ from, to, title, method, status, outcome, refusal }: ActivitySummary): string {
  const label = OUTCOME_LABELS[outcome];
  return text('components:flow.exchange', {
    from: nameOf(from),
    to: nameOf(to),
    title,
    method,
    status,
    outcome: refusal === undefined ? label : `${label}: ${refusal.reason}`,
  });
}

function Arrow({ placed, back }: { readonly placed: PlacedExchange; readonly back: boolean }): ReactNode {
  const toRight = placed.toRight !== back;
  const { left, width } = placed;
  return (
    <span
      className={classes['arrow']}
      data-back={back}
      data-to={toRight ? 'right' : 'left'}
      style={{
        left: `${left}%`,
        width: `${width}%`,
        color: back ? colors[placed.exchange.outcome] : undefined,
      }}
    />
  );
}

function Exchange({
  placed,
  chosen,
  onChoose,
}: {
  placed: PlacedExchange;
  chosen: boolean;
  onChoose: () => void;
}): ReactNode {
  const { exchange, left } = placed;
  return (
    <UnstyledButton
      className={classes['exchange']}
      aria-current={chosen}
      aria-label={sentenceOf(exchange)}
      onClick={onChoose}
    >
      <span
        className={classes['label']}
        style={{ marginInlineStart: `max(0px, min(${left}%, 100% - 320px))` }}
      >
        <Text span fz="xs" fw={500} truncate className={classes['title']} lang="en">
          {exchange.title}
        </Text>
        <StatusBadge outcome={exchange.outcome} status={exchange.status} />
      </span>
      <Arrow placed={placed} back={false} />
      <Arrow placed={placed} back />
    </UnstyledButton>
  );
}

/** Exchanges run down the page in order. */
export function FlowDiagram({ exchanges, chosen, onChoose }: Props): ReactNode {
  const { parties, placed } = layOutFlow(exchanges);
  return (
    <section className={classes['diagram']} aria-label={text('components:flow.label')}>
      <div className={classes['parties']} aria-hidden="true">
        {parties.map(({ party, center }) => (
          <Text key={party} span fz="xs" fw={600} className={classes['party']} style={{ left: `${center}%` }}>
            {nameOf(party)}
          </Text>
        ))}
      </div>
      <div className={classes['body']}>
        {parties.map(({ party, center }) => (
          <span key={party} className={classes['lifeline']} style={{ left: `${center}%` }} />
        ))}
        <ol className={classes['exchanges']}>
          {placed.map((item) => (
            <li key={item.exchange.id}>
              <Exchange
                placed={item}
                chosen={item.exchange.id === chosen}
                onChoose={() => onChoose(item.exchange.id)}
              />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
