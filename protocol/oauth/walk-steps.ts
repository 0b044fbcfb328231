// Runs the table of steps for one endpoint, reports to Activity and stops at the first refusal.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { AuthorizationFacts, StepDeps, StepEndpoint } from './authorization-facts.ts';
import { rowsFor, type StepRow } from './authorization-steps.ts';

/** Facts established so far. */
export type FoundFacts = Partial<AuthorizationFacts> & Pick<AuthorizationFacts, 'sent'>;

export type Walked =
  | { readonly refused: OAuthError; readonly row: StepRow; readonly found: FoundFacts }
  | { readonly refused: undefined; readonly facts: AuthorizationFacts };

const ROWS: Readonly<Record<StepEndpoint, readonly StepRow[]>> = {
  authorization: rowsFor('authorization'),
  registration: rowsFor('registration'),
  pushed: rowsFor('pushed'),
};

/** Runs the rows of `deps.endpoint` in order, starting with the facts in `found`, and adds theirs. */
export async function walkSteps(exchange: RealmExchange, found: FoundFacts, deps: StepDeps): Promise<Walked> {
  for (const row of ROWS[deps.endpoint]) {
    const { step } = row;
    try {
      // A test proves that earlier rows give what this one needs.
      const finding = step.run(exchange, found as AuthorizationFacts, deps);
      Object.assign(found, finding instanceof Promise ? await finding : finding);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      exchange.activity.refused(error, step.name);
      return { refused: error, row, found };
    }
    exchange.activity.recordPass(step.name, step.describe(found as AuthorizationFacts), step.section);
  }
  // The same test proves that the rows together give every fact.
  return { refused: undefined, facts: found as AuthorizationFacts };
}
