// Walks the table of steps for one endpoint: runs each, adds what it found, tells Activity, stops at the first refusal.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { AuthorizationFacts, StepDeps, StepEndpoint } from './authorization-facts.ts';
import { rowsFor, type StepRow } from './authorization-steps.ts';

/** What is found so far on the way through the steps. */
export type FoundFacts = Partial<AuthorizationFacts> & Pick<AuthorizationFacts, 'sent'>;

/** Where the walk ended: at a refusal, or with every fact. */
export type Walked =
  | { readonly refused: OAuthError; readonly row: StepRow; readonly found: FoundFacts }
  | { readonly refused: undefined; readonly facts: AuthorizationFacts };

const ROWS: Readonly<Record<StepEndpoint, readonly StepRow[]>> = {
  authorization: rowsFor('authorization'),
  pushed: rowsFor('pushed'),
};

/** Walks the rows of `deps.endpoint` in order. `found` holds the facts that are there before; what is found is added to it. */
export async function walkSteps(exchange: RealmExchange, found: FoundFacts, deps: StepDeps): Promise<Walked> {
  for (const row of ROWS[deps.endpoint]) {
    const { step } = row;
    try {
      // A test proves that the rows before give what this one needs.
      const finding = step.run(exchange, found as AuthorizationFacts, deps);
      Object.assign(found, finding instanceof Promise ? await finding : finding);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      exchange.activity.refused(error, step.name);
      return { refused: error, row, found };
    }
    exchange.activity.recordPass(step.name, step.describe(found as AuthorizationFacts), step.section);
  }
  // The same test proves that together they give all.
  return { refused: undefined, facts: found as AuthorizationFacts };
}
