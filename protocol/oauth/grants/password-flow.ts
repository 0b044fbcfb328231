// The realm's flow for the password grant: what a user's request must prove, and which step refused it.
import type { StepRunWire } from '#protocol/contract/flow-runs.ts';
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import { DIRECT_STEPS } from '#protocol/login/flow/direct-steps.ts';
import type { Ask, FlowFacts } from '#protocol/login/flow/flow-step.ts';
import type { FlowReport } from '#protocol/login/flow/record-run.ts';
import { runFlow } from '#protocol/login/flow/run-flow.ts';
import { findFlowTree } from '#protocol/realm/flows/flow-tree.ts';
import type { SignInProblem } from '#protocol/realm/users/check-password.ts';
import { resolveScopes } from '#protocol/realm/view/scopes.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { GrantContext } from './grant.ts';

type PasswordContext = Pick<GrantContext, 'realm' | 'client' | 'clock'>;

/** Checks what a step asks for; undefined: it was sent. */
type CheckStep = (ask: Ask) => Promise<SignInProblem | undefined>;

/** How the flow ended. `failed`: the key of the step that refused what was sent. */
interface PasswordRun {
  readonly flow: string;
  readonly reports: FlowReport['reports'];
  readonly problem: SignInProblem | undefined;
  readonly failed: string | undefined;
}

/** Runs the flow to its end: each step that asks something is answered by `check`. */
export async function runPasswordFlow(
  context: PasswordContext,
  scope: string | undefined,
  user: StoredUser | undefined,
  check: CheckStep,
): Promise<PasswordRun> {
  const facts = readFacts(context, scope, user);
  const flow = facts.tree.alias;
  const done: Record<string, number> = {};
  for (;;) {
    const { reports, ...result } = runFlow({ ...facts, done: { ...done } }, DIRECT_STEPS);
    if (result.end !== 'asked') {
      const problem = result.end === 'refused' ? describeDenial(result.error) : undefined;
      return { flow, reports, problem, failed: undefined };
    }
    const { key, ask } = result.step;
    const problem = await check(ask);
    if (problem !== undefined) return { flow, reports, problem, failed: key };
    // Each turn completes another step of a flow that has finitely many.
    done[key] = facts.now;
  }
}

function readFacts(
  { realm, client, clock }: PasswordContext,
  scope: string | undefined,
  user: StoredUser | undefined,
): FlowFacts {
  return {
    tree: findFlowTree(realm, client, 'direct grant'),
    realm,
    client,
    session: { missing: 'the password grant has no browser' },
    known: undefined,
    identified: user,
    done: {},
    levels: {},
    completedActions: [],
    chosen: '',
    requestedLevel: 0,
    scopes: () => resolveScopes(client, scope).scopes.map(({ name }) => name),
    headers: () => [],
    now: clock.now(),
  };
}

function describeDenial({ description, reason, remedy = '' }: OAuthError): SignInProblem {
  return { kind: 'denied', description, reason, remedy, userEventError: 'access_denied' };
}

/** Reports the run, with the step that refused what was sent as the one that decided. */
export async function recordPasswordRun(
  { recordRun }: Pick<GrantContext, 'recordRun'>,
  user: StoredUser | undefined,
  { flow, reports, failed }: PasswordRun,
  why?: string,
): Promise<void> {
  const steps = failed === undefined ? reports : reports.map((step) => refuse(step, failed, why));
  await recordRun({ flow, reports: steps, username: user?.username });
}

/** The step, and the flows that it is in: nothing was shown to anybody. */
function refuse(step: StepRunWire, failed: string, why: string | undefined): StepRunWire {
  if (step.did !== 'asked') return step;
  return { ...step, did: 'refused', ...(step.key === failed && why !== undefined ? { why } : {}) };
}

/**
 * Reports a refusal that was decided without the flow as that of the step that checks the same. A flow without this
 * step, or that ends before it, has not refused.
 */
export async function recordPasswordRefusal(
  context: PasswordContext & Pick<GrantContext, 'recordRun'>,
  scope: string | undefined,
  user: StoredUser | undefined,
  { ask, why }: PasswordRefusal,
): Promise<void> {
  const run = await runPasswordFlow(context, scope, user, async (asked) =>
    asked === ask ? REFUSED : undefined,
  );
  if (run.failed !== undefined) await recordPasswordRun(context, user, run, why);
}

/** What the step that refuses asks for, and a clause on why it refuses. */
export interface PasswordRefusal {
  readonly ask: Ask;
  readonly why: string;
}

const REFUSED: SignInProblem = {
  kind: 'wrong credentials',
  reason: '',
  remedy: '',
  userEventError: 'invalid_user_credentials',
};
