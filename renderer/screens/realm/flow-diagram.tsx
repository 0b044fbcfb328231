// A flow as a diagram: its steps and the flows in it, with what each did in the last run.
import { Badge, NativeSelect, Text } from '@mantine/core';
import { IconArrowRampRight, IconFolder, IconHelpHexagon } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import type { StepRunWire } from '#protocol/contract/flow-runs.ts';
import { type FlowExecution, useSetRequirement } from '../../api/flows.ts';
import { type PlainKey, text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import classes from './flow-diagram.module.css';
import { type FlowRow, OUTCOMES } from './flow-steps.ts';

interface Props {
  readonly alias: string;
  readonly rows: readonly FlowRow[];
  readonly isReadOnly: boolean;
  readonly hasRun: boolean;
}

/** Indented by the flow that each step is in. */
export function FlowDiagram({ alias, rows, isReadOnly, hasRun }: Props): ReactNode {
  return (
    <div className={classes['frame']}>
      <ol className={classes['steps']} aria-label={text('flows:steps.list', { flow: alias })}>
        {rows.map((row) => (
          <li
            key={row.execution.id}
            className={classes['step']}
            style={{ '--level': row.execution.level } as CSSProperties}
          >
            <StepName row={row} />
            <div className={classes['requirement']}>
              <Requirement alias={alias} execution={row.execution} isReadOnly={isReadOnly} />
            </div>
            <div className={classes['outcome']}>
              <Outcome ran={row.ran} isVisible={hasRun && row.execution.requirement !== 'DISABLED'} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function StepName({ row: { execution, isCondition } }: { readonly row: FlowRow }): ReactNode {
  const { displayName, providerId, authenticationFlow, requirement } = execution;
  const isFlow = authenticationFlow === true;
  const Icon = isFlow ? IconFolder : isCondition ? IconHelpHexagon : IconArrowRampRight;
  return (
    <div className={`${classes['name']} ${requirement === 'DISABLED' ? classes['disabled'] : ''}`}>
      <Icon size={16} aria-hidden />
      <div>
        <Text
          fz="sm"
          fw={isFlow ? 600 : 400}
          inherit={requirement === 'DISABLED'}
          {...(isFlow ? {} : { lang: 'en' })}
        >
          {displayName}
        </Text>
        {isFlow || providerId === displayName ? undefined : (
          <Text fz="xs" ff="monospace" c="dimmed">
            {providerId}
          </Text>
        )}
      </div>
    </div>
  );
}

const REQUIREMENTS: Readonly<Record<string, PlainKey>> = {
  REQUIRED: 'flows:requirement.required',
  ALTERNATIVE: 'flows:requirement.alternative',
  CONDITIONAL: 'flows:requirement.conditional',
  DISABLED: 'flows:requirement.disabled',
};

/** A requirement in words; itself if it is not known. */
function describeRequirement(requirement: string): string {
  const label = REQUIREMENTS[requirement];
  return label === undefined ? requirement : text(label);
}

function Requirement({
  alias,
  execution,
  isReadOnly,
}: {
  readonly alias: string;
  readonly execution: FlowExecution;
  readonly isReadOnly: boolean;
}): ReactNode {
  const save = useSetRequirement(alias);
  const { id, displayName, requirement, requirementChoices } = execution;
  const choices = requirementChoices.includes(requirement)
    ? requirementChoices
    : [requirement, ...requirementChoices];
  if (isReadOnly || choices.length < 2)
    return (
      <Text fz="sm" c={requirement === 'DISABLED' ? 'dimmed' : ''}>
        {describeRequirement(requirement)}
      </Text>
    );
  return (
    <NativeSelect
      size="xs"
      aria-label={text('flows:requirement.of', { step: displayName })}
      value={requirement}
      disabled={save.isPending}
      data={choices.map((value) => ({ value, label: describeRequirement(value) }))}
      onChange={(event) =>
        void announceOutcome(save.mutateAsync({ id, requirement: event.currentTarget.value }), {
          done: () => text('flows:requirement.saved', { step: displayName }),
          failed: text('flows:requirement.failed'),
        })
      }
    />
  );
}

function Outcome({
  ran,
  isVisible,
}: {
  readonly ran: StepRunWire | undefined;
  readonly isVisible: boolean;
}): ReactNode {
  if (!isVisible) return undefined;
  if (ran === undefined)
    return (
      <Text fz="xs" c="dimmed">
        {text('flows:outcome.notReached')}
      </Text>
    );
  const { label, color } = OUTCOMES[ran.did];
  return (
    <>
      <Badge
        variant="outline"
        radius="sm"
        tt="none"
        style={{ color, borderColor: color, background: 'var(--mantine-color-body)' }}
      >
        {text(label)}
      </Badge>
      {ran.why === undefined ? undefined : (
        <Text fz="xs" c="dimmed" mt={2} lang="en">
          {ran.why.charAt(0).toUpperCase() + ran.why.slice(1)}
        </Text>
      )}
    </>
  );
}
