// What a recorded flow lets a test expect: one line per request that the realm should see again.
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import { isAdministration } from '#protocol/contract/flow-names.ts';
import { comment, objectLiteral } from './spec-text.ts';

/** An expectation, and the exchange that it is from. */
export interface Expectation {
  readonly exchange: ActivityRecord;
  readonly lines: readonly string[];
}

export function isRefused({ outcome }: ActivityRecord): boolean {
  return outcome === 'refused' || outcome === 'failed';
}

/** Service accounts are no people whom a test could create. */
export function personOf(username: string | undefined): string | undefined {
  return username?.startsWith('service-account-') === true ? undefined : username;
}

/** Requests to the realm by browsers and applications, not the console's, administrators' and the server's own. */
export function listRequests(exchanges: readonly ActivityRecord[]): readonly ActivityRecord[] {
  return exchanges.filter(
    (exchange) => exchange.to === 'understudy' && exchange.background !== true && !isAdministration(exchange),
  );
}

/** Polls differ from run to run; reads of keys and discovery depend on what the application has cached. */
function isReproducible({ endpoint, outcome }: ActivityRecord): boolean {
  return !(outcome === 'asked' && endpoint === 'token') && endpoint !== 'keys' && endpoint !== 'discovery';
}

/** With a session, what first showed a sign-in page is accepted at once. */
function outcomeMembers(exchange: ActivityRecord): Record<string, string | undefined> {
  const { outcome, decisions } = exchange;
  if (outcome === 'asked') return {};
  const rule = decisions.findLast((decision) => decision.outcome === 'refused')?.rule;
  return { outcome, rule: isRefused(exchange) ? rule : undefined };
}

function renderExpectation(exchange: ActivityRecord): string {
  const { endpoint, clientId, username, grant, pkce } = exchange;
  const members = {
    endpoint,
    client: clientId,
    user: personOf(username),
    grant: endpoint === 'token' ? grant : undefined,
    pkce: pkce === 'none' ? undefined : pkce,
    ...outcomeMembers(exchange),
  };
  return `await expect(idp).toHaveSeen(${objectLiteral(members)});`;
}

function explain({ refusal, fault }: ActivityRecord): readonly string[] {
  if (refusal === undefined || fault !== undefined) return [];
  const { reason, description, code, remedy } = refusal;
  return [
    comment(`Refused: ${reason || description || code}`),
    ...(remedy === undefined ? [] : [comment(`How to fix it: ${remedy}`)]),
  ];
}

/** In the order of the requests; the same expectation is listed once. */
export function listExpectations(requests: readonly ActivityRecord[]): readonly Expectation[] {
  const listed = new Map<string, Expectation>();
  for (const exchange of requests) {
    const isExpected = isRefused(exchange) || (exchange.endpoint !== undefined && isReproducible(exchange));
    if (!isExpected) continue;
    const line = renderExpectation(exchange);
    if (!listed.has(line)) listed.set(line, { exchange, lines: [...explain(exchange), line] });
  }
  return [...listed.values()];
}
