// The steps of a flow with what each did in the last run.
import type { FlowRunWire, StepDid, StepRunWire } from '#protocol/contract/flow-runs.ts';
import type { FlowExecution } from '../../api/flows.ts';

/** A row of the diagram. */
export interface FlowRow {
  readonly execution: FlowExecution;
  /** Whether no step with the same parent follows. */
  readonly isLast: boolean;
  readonly isCondition: boolean;
  /** What it did in the last run; undefined: it was not reached. */
  readonly ran: StepRunWire | undefined;
}

/** Joins steps and runs by their key: flow, name and, from the second on, which. */
export function joinSteps(
  alias: string,
  executions: readonly FlowExecution[],
  run: FlowRunWire | undefined,
): readonly FlowRow[] {
  const ran = new Map(run?.steps.map((step) => [step.key, step]));
  const used = new Map<string, number>();
  const parents: string[] = [alias];
  return executions.map((execution, index) => {
    const { level, displayName, providerId, authenticationFlow, requirement } = execution;
    const name = authenticationFlow === true ? displayName : (providerId ?? displayName);
    parents[level + 1] = displayName;
    const key = keyOf(used, `${parents[level] ?? alias}/${name}`, requirement);
    return {
      execution,
      isLast: !hasFollower(executions, index),
      isCondition: name.startsWith('conditional-'),
      ran: key === undefined ? undefined : ran.get(key),
    };
  });
}

/** Disabled steps have no key. */
function keyOf(used: Map<string, number>, name: string, requirement: string): string | undefined {
  if (requirement === 'DISABLED') return undefined;
  const before = used.get(name) ?? 0;
  used.set(name, before + 1);
  return before === 0 ? name : `${name}#${before + 1}`;
}

function hasFollower(executions: readonly FlowExecution[], index: number): boolean {
  const level = executions[index]?.level ?? 0;
  const next = executions.slice(index + 1).find((execution) => execution.level <= level);
  return next?.level === level;
}

/** In words, and the colour of the badge, which can be read in both schemes. */
export const OUTCOMES: Readonly<Record<StepDid, { readonly text: string; readonly color: string }>> = {
  succeeded: { text: 'Succeeded', color: 'var(--us-accepted)' },
  asked: { text: 'Shown', color: 'var(--us-asked)' },
  attempted: { text: 'Not possible', color: 'var(--mantine-color-dimmed)' },
  skipped: { text: 'Skipped', color: 'var(--mantine-color-dimmed)' },
  'set-up': { text: 'Set up afterwards', color: 'var(--us-asked)' },
  refused: { text: 'Refused', color: 'var(--us-refused)' },
  met: { text: 'True', color: 'var(--us-accepted)' },
  'not-met': { text: 'False', color: 'var(--mantine-color-dimmed)' },
};
