// The steps of a flow with what each did in the last run.
import type { FlowRunWire, StepDid, StepRunWire } from '#protocol/contract/flow-runs.ts';
import type { FlowExecution } from '../../api/flows.ts';
import type { PlainKey } from '../../texts/text.ts';

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
export const OUTCOMES: Readonly<Record<StepDid, { readonly label: PlainKey; readonly color: string }>> = {
  succeeded: { label: 'flows:outcome.succeeded', color: 'var(--us-accepted)' },
  asked: { label: 'flows:outcome.asked', color: 'var(--us-asked)' },
  attempted: { label: 'flows:outcome.attempted', color: 'var(--mantine-color-dimmed)' },
  skipped: { label: 'flows:outcome.skipped', color: 'var(--mantine-color-dimmed)' },
  'set-up': { label: 'flows:outcome.setUp', color: 'var(--us-asked)' },
  refused: { label: 'flows:outcome.refused', color: 'var(--us-refused)' },
  met: { label: 'flows:outcome.met', color: 'var(--us-accepted)' },
  'not-met': { label: 'flows:outcome.notMet', color: 'var(--mantine-color-dimmed)' },
};
