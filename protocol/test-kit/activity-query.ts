// Finds the exchanges of a realm that match a query, and waits for those that have not happened yet.
import type { ActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { describeExchange } from '#protocol/activity/describe-exchange.ts';
import { summarize } from '#protocol/activity/summarize.ts';
import type { ActivityOutcome, ActivityRecord, ActivitySummary } from '#protocol/contract/activity.ts';
import type { ActivityFlowWire, ActivityQueryWire } from '#protocol/contract/activity-query.ts';
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import { nameFlow } from '#protocol/contract/flow-names.ts';
import type { CallKind, OutgoingCallsWire } from '#protocol/contract/outgoing-calls.ts';
import { endpointOf } from '#protocol/http/endpoints.ts';
import { parseParameters } from '#protocol/http/parameters.ts';
import { outcomeOf, type RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import type { Pauses } from './pauses.ts';

/** A name, and the value it must have; undefined: any. */
type NamedValue = readonly [name: string, value: string | undefined];

/** What an exchange must be like; members are combined with AND. */
export interface ExchangeQuery {
  readonly endpoint?: EndpointName | undefined;
  readonly client?: string | undefined;
  readonly user?: string | undefined;
  readonly grant?: string | undefined;
  readonly outcome?: ActivityOutcome | undefined;
  readonly rule?: string | undefined;
  readonly pkce?: string | undefined;
  readonly test?: string | undefined;
  /** Id of a fault, or `any`. */
  readonly fault?: string | undefined;
  /** Parameters of the request. */
  readonly parameters?: readonly NamedValue[] | undefined;
  /** Claims of a token in the response. */
  readonly claims?: readonly NamedValue[] | undefined;
  /** The id of an exchange, or an instant in milliseconds since the epoch. */
  readonly since?: string | number | undefined;
}

/** The realm, how many exchanges are enough, and how long to wait for them in milliseconds. */
export interface QueryScope {
  readonly realm: { readonly id: string; readonly realm: string };
  readonly count: number;
  readonly waitMs: number;
}

const MAX_SHOWN = 1000;

type Test = (recorded: RecordedExchange) => boolean;

/** Parameters of query and form. Bodies that the server refused to parse have none. */
function parametersOf({ facts, requestBody }: RecordedExchange): readonly (readonly [string, string])[] {
  const query = facts.target.split('?', 2)[1] ?? '';
  const form = /^[{[<]/.test(requestBody) ? '' : requestBody;
  try {
    return [...parseParameters(query).entries, ...parseParameters(form).entries];
  } catch {
    return [];
  }
}

/** The claims of the response's tokens; an unsigned userinfo response is its own claims. */
function claimsOf(recorded: RecordedExchange): readonly object[] {
  const { tokens, json } = describeExchange(recorded, true).response;
  const plain = typeof json === 'object' && json !== null ? [json] : [];
  return [...tokens.map(({ claims }) => claims), ...plain];
}

function hasClaim(claims: object, [name, expected]: NamedValue): boolean {
  if (!Object.hasOwn(claims, name)) return false;
  const value = Object.entries(claims).find(([key]) => key === name)?.[1] as unknown;
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  return expected === undefined || [value, ...listed].some((one) => asText(one) === expected);
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** With outcome `refused` the rule must have refused. */
function hasRule(recorded: RecordedExchange, rule: string, outcome: ActivityOutcome | undefined): boolean {
  const decisions = recorded.decisions.filter((decision) => decision.rule === rule);
  return outcome === 'refused'
    ? decisions.some((decision) => decision.outcome === 'refused')
    : decisions.length > 0;
}

function listTests(query: ExchangeQuery): readonly Test[] {
  const { endpoint, client, user, grant, outcome, rule, pkce, test, fault, parameters, claims } = query;
  const tests: (Test | false)[] = [
    endpoint !== undefined && (({ routePath }) => endpointOf(routePath) === endpoint),
    client !== undefined && (({ clientId }) => clientId === client),
    user !== undefined && (({ username }) => username?.toLowerCase() === user.toLowerCase()),
    outcome !== undefined && ((recorded) => outcomeOf(recorded) === outcome),
    pkce !== undefined && (({ pkceMethod }) => pkceMethod === pkce),
    test !== undefined && (({ testName }) => testName === test),
    fault !== undefined && (({ faultId }) => (fault === 'any' ? faultId !== undefined : faultId === fault)),
    rule !== undefined && ((recorded) => hasRule(recorded, rule, outcome)),
    grant !== undefined &&
      ((recorded) =>
        parametersOf(recorded).some(([name, value]) => name === 'grant_type' && value === grant)),
    parameters !== undefined &&
      ((recorded) => {
        const sent = parametersOf(recorded);
        return parameters.every(([name, value]) =>
          sent.some((one) => one[0] === name && (value === undefined || one[1] === value)),
        );
      }),
    // Last, because tokens have to be decoded.
    claims !== undefined &&
      ((recorded) => {
        const found = claimsOf(recorded);
        return claims.every((claim) => found.some((one) => hasClaim(one, claim)));
      }),
  ];
  return tests.filter((one) => one !== false);
}

/** What the realm was asked: neither its own calls to others, nor the console's and the test kit's calls. */
function isRequest({ routePath }: RecordedExchange): boolean {
  return routePath !== undefined && !routePath.startsWith('/emulator/');
}

/** The exchanges that were found, all of them, and whether there are enough. */
interface Found<T> {
  readonly shown: readonly T[];
  readonly count: number;
  readonly timedOut: boolean;
  readonly next: string;
}

/** What searches need. */
export interface SearchDeps {
  readonly activity: ActivityRecorder;
  readonly pauses: Pauses;
}

/** Searches what Activity has of the realm now, and again with each exchange that ends within the time. */
async function search<T>(
  accepts: Test,
  since: ExchangeQuery['since'],
  { realm, count, waitMs }: QueryScope,
  show: (recorded: RecordedExchange) => T,
  { activity, pauses }: SearchDeps,
): Promise<Found<T>> {
  const fits: Test = (recorded) =>
    recorded.realmName === realm.realm &&
    (typeof since !== 'number' || recorded.startedAt >= since) &&
    accepts(recorded);
  await activity.sync();
  const found = activity.exchanges(typeof since === 'string' ? since : undefined).filter(fits);
  if (found.length < count && waitMs > 0) {
    await pauses.wait(realm.id, waitMs, {
      begin: (finish) =>
        activity.observe((recorded) => {
          if (fits(recorded)) found.push(recorded);
          if (found.length >= count) finish();
        }),
    });
  }
  const next = activity.exchanges().at(-1)?.id ?? '';
  // Any server may be asked what followed it.
  await activity.sync();
  return {
    shown: found.slice(0, MAX_SHOWN).map(show),
    count: found.length,
    timedOut: found.length < count,
    next,
  };
}

/** Names the flows of the exchanges by everything that is kept of them, not only by what matches. */
function nameFlows(
  shown: readonly ActivitySummary[],
  kept: readonly RecordedExchange[],
): readonly ActivityFlowWire[] {
  const flows = new Map(shown.map(({ flow }) => [flow, [] as RecordedExchange[]]));
  for (const recorded of kept) flows.get(recorded.flow)?.push(recorded);
  return [...flows].flatMap(([id, exchanges]) => {
    // What was cleared in the meantime has no name.
    if (exchanges.length === 0) return [];
    const started = exchanges.sort((a, b) => (a.id < b.id ? -1 : 1));
    const { row, name, problem } = nameFlow(started.map(summarize));
    return [{ id, kind: row.kind, name, ...(problem === undefined ? {} : { problem }) }];
  });
}

/** Requests to the realm that match the query. */
export async function queryActivity(
  query: ExchangeQuery,
  scope: QueryScope,
  deps: SearchDeps,
): Promise<ActivityQueryWire> {
  const tests = listTests(query);
  const accepts: Test = (recorded) => isRequest(recorded) && tests.every((test) => test(recorded));
  const { shown, ...found } = await search(accepts, query.since, scope, summarize, deps);
  return { exchanges: shown, flows: nameFlows(shown, deps.activity.exchanges()), ...found };
}

/** Calls of the realm to others; members are combined with AND. */
export interface CallQuery extends Pick<ExchangeQuery, 'client' | 'user' | 'test' | 'outcome' | 'since'> {
  readonly kind?: CallKind | undefined;
}

/** Calls that match the query, with what was sent and what came back; secrets are masked. */
export async function queryCalls(
  { kind, ...query }: CallQuery,
  scope: QueryScope,
  deps: SearchDeps,
): Promise<OutgoingCallsWire> {
  const tests = listTests(query);
  const accepts: Test = (recorded) =>
    recorded.callKind !== undefined &&
    (kind === undefined || recorded.callKind === kind) &&
    tests.every((test) => test(recorded));
  const describe = (recorded: RecordedExchange): ActivityRecord => describeExchange(recorded, false);
  const { shown, ...found } = await search(accepts, query.since, scope, describe, deps);
  return { calls: shown, ...found };
}
