// The table of steps: what is checked of an authorization request, in which order, at which endpoints, and who hears of a failure.
import type { FactName, Step, StepEndpoint } from './authorization-facts.ts';
import { checkClient } from './steps/check-client.ts';
import { checkDpop } from './steps/check-dpop.ts';
import { checkDuplicates } from './steps/check-duplicates.ts';
import { checkFlow } from './steps/check-flow.ts';
import { checkInteraction } from './steps/check-interaction.ts';
import { checkNonce } from './steps/check-nonce.ts';
import { checkPkce } from './steps/check-pkce.ts';
import { checkRedirectUri } from './steps/check-redirect-uri.ts';
import { checkRegistration } from './steps/check-registration.ts';
import { checkRequestObject } from './steps/check-request-object.ts';
import { checkResponseMode } from './steps/check-response-mode.ts';
import { checkResponseType } from './steps/check-response-type.ts';
import { checkScope } from './steps/check-scope.ts';

/** A row: a step, the endpoints it applies to, and who hears of its failure at the authorization endpoint. */
export interface StepRow {
  readonly step: Step;
  readonly endpoints: readonly StepEndpoint[];
  /** `page`: the person, on an error page. `client`: the client, at its redirect URI, which must be known by then (RFC 6749 §4.1.2.1). */
  readonly failure: 'page' | 'client';
}

/** Compat: order and destinations of failures are Keycloak's. */
export const AUTHORIZATION_STEPS: readonly StepRow[] = [
  { step: checkClient, endpoints: ['authorization'], failure: 'page' },
  { step: checkRedirectUri, endpoints: ['authorization'], failure: 'page' },
  { step: checkRequestObject, endpoints: ['authorization'], failure: 'client' },
  { step: checkResponseType, endpoints: ['authorization'], failure: 'client' },
  { step: checkResponseMode, endpoints: ['authorization'], failure: 'client' },
  { step: checkFlow, endpoints: ['authorization'], failure: 'client' },
  { step: checkDpop, endpoints: ['authorization'], failure: 'client' },
  { step: checkDuplicates, endpoints: ['authorization'], failure: 'client' },
  { step: checkScope, endpoints: ['authorization'], failure: 'client' },
  { step: checkNonce, endpoints: ['authorization'], failure: 'client' },
  { step: checkPkce, endpoints: ['authorization'], failure: 'client' },
  { step: checkInteraction, endpoints: ['authorization'], failure: 'client' },
  { step: checkRegistration, endpoints: ['authorization'], failure: 'page' },
];

/** The rows of an endpoint, in order. */
export function rowsFor(
  endpoint: StepEndpoint,
  table: readonly StepRow[] = AUTHORIZATION_STEPS,
): readonly StepRow[] {
  return table.filter((row) => row.endpoints.includes(endpoint));
}

/** Sentences about needs that no earlier row gives; empty when the table is in order. */
export function findMissingFacts(
  endpoint: StepEndpoint,
  table: readonly StepRow[] = AUTHORIZATION_STEPS,
): readonly string[] {
  const given = new Set<FactName>(['parameters']);
  return rowsFor(endpoint, table).flatMap(({ step, failure }) => {
    const missing = step.needs.filter((need) => !given.has(need)).map((need) => `${step.name} needs ${need}`);
    if (failure === 'client' && !given.has('redirect')) {
      missing.push(`${step.name} answers the client before its redirect URI is known`);
    }
    for (const fact of step.gives) given.add(fact);
    return missing;
  });
}
