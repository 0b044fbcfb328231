// A run of a flow in one sentence for each step that mattered, for Activity.
import type { StepDid, StepRunWire } from '#protocol/contract/flow-runs.ts';

const DONE: Readonly<Record<StepDid, string>> = {
  succeeded: 'succeeded',
  asked: 'is shown',
  attempted: 'was not possible',
  skipped: 'was skipped',
  'set-up': 'is set up first',
  refused: 'refused',
  met: 'holds',
  'not-met': 'does not hold',
};

/** `Flow browser: auth-cookie was not possible (this browser has no session); auth-username-password-form is shown.` */
export function describeRun(flow: string, reports: readonly StepRunWire[]): string {
  const steps = reports.map(
    ({ name, did, why }) => `${name} ${DONE[did]}${why === undefined ? '' : ` (${why})`}`,
  );
  return `Flow ${flow}: ${steps.length === 0 ? 'it has no steps' : steps.join('; ')}.`;
}
