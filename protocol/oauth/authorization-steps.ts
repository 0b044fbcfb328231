// The table of authorization steps: the checks in order, their endpoints, and who is shown a failure.
import type { FactName, Step, StepEndpoint } from './authorization-facts.ts';
import { checkAcr } from './steps/check-acr.ts';
import { checkAction } from './steps/check-action.ts';
import { checkClaims } from './steps/check-claims.ts';
import { checkClient } from './steps/check-client.ts';
import { checkDpop } from './steps/check-dpop.ts';
import { checkDuplicates } from './steps/check-duplicates.ts';
import { checkFlow } from './steps/check-flow.ts';
import { checkInteraction } from './steps/check-interaction.ts';
import { checkNonce } from './steps/check-nonce.ts';
import { checkPkce } from './steps/check-pkce.ts';
import { checkPushed } from './steps/check-pushed.ts';
import { checkRedirectUri } from './steps/check-redirect-uri.ts';
import { checkResponseMode } from './steps/check-response-mode.ts';
import { checkResponseType } from './steps/check-response-type.ts';
import { checkScope } from './steps/check-scope.ts';
import { checkSizes } from './steps/check-sizes.ts';
import { checkSubject } from './steps/check-subject.ts';
import { resolveRequest } from './steps/resolve-request.ts';

/** `failure` applies to the authorization endpoint only; other endpoints answer the caller. */
export interface StepRow {
  readonly step: Step;
  readonly endpoints: readonly StepEndpoint[];
  /** `page`: the user sees an error page. `client`: redirects, once the URI is known (RFC 6749 §4.1.2.1). */
  readonly failure: 'page' | 'client';
}

const BROWSER: readonly StepEndpoint[] = ['authorization', 'registration'];
const ALL: readonly StepEndpoint[] = [...BROWSER, 'pushed'];

/** Compat: the order and the destinations of failures are Keycloak's. */
export const AUTHORIZATION_STEPS: readonly StepRow[] = [
  { step: checkClient, endpoints: BROWSER, failure: 'page' },
  { step: resolveRequest, endpoints: ALL, failure: 'page' },
  { step: checkRedirectUri, endpoints: ALL, failure: 'page' },
  { step: checkResponseType, endpoints: ALL, failure: 'client' },
  { step: checkResponseMode, endpoints: ALL, failure: 'client' },
  { step: checkFlow, endpoints: ALL, failure: 'client' },
  { step: checkDpop, endpoints: ALL, failure: 'client' },
  { step: checkPushed, endpoints: BROWSER, failure: 'client' },
  { step: checkDuplicates, endpoints: ALL, failure: 'client' },
  { step: checkSizes, endpoints: ALL, failure: 'client' },
  { step: checkScope, endpoints: ALL, failure: 'client' },
  { step: checkNonce, endpoints: ALL, failure: 'client' },
  { step: checkPkce, endpoints: ALL, failure: 'client' },
  { step: checkInteraction, endpoints: ALL, failure: 'client' },
  { step: checkClaims, endpoints: ALL, failure: 'client' },
  { step: checkAcr, endpoints: ALL, failure: 'page' },
  { step: checkAction, endpoints: ALL, failure: 'client' },
  { step: checkSubject, endpoints: ALL, failure: 'client' },
];

/** Facts known before the first step; the pushed-request endpoint has authenticated the client by then. */
const FIRST_FACTS: Readonly<Record<StepEndpoint, readonly FactName[]>> = {
  authorization: ['sent'],
  registration: ['sent'],
  pushed: ['sent', 'client'],
};

/** The rows of an endpoint, in order. */
export function rowsFor(
  endpoint: StepEndpoint,
  table: readonly StepRow[] = AUTHORIZATION_STEPS,
): readonly StepRow[] {
  return table.filter((row) => row.endpoints.includes(endpoint));
}

/** Reports needs that no earlier row satisfies; empty when the table is consistent. */
export function findMissingFacts(
  endpoint: StepEndpoint,
  table: readonly StepRow[] = AUTHORIZATION_STEPS,
): readonly string[] {
  const given = new Set<FactName>(FIRST_FACTS[endpoint]);
  return rowsFor(endpoint, table).flatMap(({ step, failure }) => {
    const missing = step.needs.filter((need) => !given.has(need)).map((need) => `${step.name} needs ${need}`);
    if (failure === 'client' && !given.has('redirect')) {
      missing.push(`${step.name} answers the client before its redirect URI is known`);
    }
    for (const fact of step.gives) given.add(fact);
    return missing;
  });
}
