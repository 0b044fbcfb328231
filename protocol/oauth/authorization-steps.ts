// The table of steps: what is checked of an authorization request, in which order, at which endpoints.
import type { Step, StepEndpoint } from './authorization-facts.ts';
import { checkClient } from './steps/check-client.ts';
import { checkDuplicates } from './steps/check-duplicates.ts';
import { checkInteraction } from './steps/check-interaction.ts';
import { checkNonce } from './steps/check-nonce.ts';
import { checkPkce } from './steps/check-pkce.ts';
import { checkRedirectUri } from './steps/check-redirect-uri.ts';
import { checkRequestObject } from './steps/check-request-object.ts';
import { checkResponseMode } from './steps/check-response-mode.ts';
import { checkResponseType } from './steps/check-response-type.ts';
import { checkScope } from './steps/check-scope.ts';

/** A row: a step and the endpoints it applies to. */
export interface StepRow {
  readonly step: Step;
  readonly endpoints: readonly StepEndpoint[];
}

/** Compat: order and destinations of failures are Keycloak's; until `check-redirect-uri` has passed, a failure is a page. */
export const AUTHORIZATION_STEPS: readonly StepRow[] = [
  { step: checkClient, endpoints: ['authorization'] },
  { step: checkRedirectUri, endpoints: ['authorization'] },
  { step: checkRequestObject, endpoints: ['authorization'] },
  { step: checkResponseType, endpoints: ['authorization'] },
  { step: checkResponseMode, endpoints: ['authorization'] },
  { step: checkDuplicates, endpoints: ['authorization'] },
  { step: checkScope, endpoints: ['authorization'] },
  { step: checkNonce, endpoints: ['authorization'] },
  { step: checkPkce, endpoints: ['authorization'] },
  { step: checkInteraction, endpoints: ['authorization'] },
];

/** The steps of an endpoint, in order. */
export function stepsFor(
  endpoint: StepEndpoint,
  table: readonly StepRow[] = AUTHORIZATION_STEPS,
): readonly Step[] {
  return table.filter((row) => row.endpoints.includes(endpoint)).map((row) => row.step);
}

/** Sentences about needs that no earlier step gives; empty when the table is in order. */
export function findMissingFacts(
  endpoint: StepEndpoint,
  table: readonly StepRow[] = AUTHORIZATION_STEPS,
): readonly string[] {
  const given = new Set<string>(['parameters']);
  return stepsFor(endpoint, table).flatMap((step) => {
    const missing = step.needs.filter((need) => !given.has(need)).map((need) => `${step.name} needs ${need}`);
    for (const fact of step.gives) given.add(fact);
    return missing;
  });
}
