// The realm's flow for the password grant: what a user's request must prove.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import { DIRECT_STEPS } from '#protocol/login/flow/direct-steps.ts';
import type { Ask, FlowFacts } from '#protocol/login/flow/flow-step.ts';
import { runFlow } from '#protocol/login/flow/run-flow.ts';
import { findFlowTree } from '#protocol/realm/flows/flow-tree.ts';
import { resolveScopes } from '#protocol/realm/view/scopes.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { GrantContext } from './grant.ts';

/** What the flow needs next, or how it ends. */
export type FlowStage =
  | { readonly stage: 'check'; readonly ask: Ask; readonly key: string }
  | { readonly stage: 'passed' }
  | { readonly stage: 'refused'; readonly error: OAuthError };

type PasswordContext = Pick<GrantContext, 'realm' | 'client' | 'clock'>;

/** Runs the flow for a user who has passed the steps `done`. */
export function runPasswordFlow(
  { realm, client, clock }: PasswordContext,
  scope: string | undefined,
  user: StoredUser,
  done: readonly string[],
): FlowStage {
  const now = clock.now();
  const facts: FlowFacts = {
    tree: findFlowTree(realm, client, 'direct grant'),
    realm,
    client,
    session: { missing: 'the password grant has no browser' },
    known: undefined,
    identified: user,
    done: Object.fromEntries(done.map((key) => [key, now])),
    levels: {},
    completedActions: [],
    chosen: '',
    requestedLevel: 0,
    scopes: () => resolveScopes(client, scope).scopes.map(({ name }) => name),
    headers: () => [],
    now,
  };
  const result = runFlow(facts, DIRECT_STEPS);
  if (result.end === 'asked') return { stage: 'check', ask: result.step.ask, key: result.step.key };
  return result.end === 'refused' ? { stage: 'refused', error: result.error } : { stage: 'passed' };
}
