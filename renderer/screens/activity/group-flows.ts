// Groups exchanges by flow, and filters flows.
import type { ActivityOutcome, ActivitySummary } from '#protocol/contract/activity.ts';
import { FLOW_KINDS, type FlowKind, nameFlow, subjectsOfFlow } from '#protocol/contract/flow-names.ts';
import { compareNames } from '../../texts/locale.ts';

/** The exchanges of one flow. */
export interface Flow {
  readonly id: string;
  readonly kind: FlowKind;
  /** What it is: `Sign-in with code + PKCE · alice`. */
  readonly name: string;
  /** Why it was refused or failed, in short. */
  readonly problem: string | undefined;
  /** In the order in which they started. */
  readonly exchanges: readonly ActivitySummary[];
  readonly latest: ActivitySummary;
  /** The most severe outcome of its exchanges. */
  readonly outcome: ActivityOutcome;
  readonly clientId: string | undefined;
  readonly username: string | undefined;
  readonly realm: string | undefined;
  /** Name of the test that caused it. */
  readonly test: string | undefined;
  /** Whether all of its exchanges are background requests. */
  readonly isBackground: boolean;
}

/** Filter of the list; its members are combined. Undefined members match every flow. */
export interface FlowFilter {
  readonly refusedOnly: boolean;
  /** Flows without a realm match, too: a wrong address may be why those of the realm are missing. */
  readonly realm: string | undefined;
  readonly kind: FlowKind | undefined;
  readonly client: string | undefined;
  readonly user: string | undefined;
  readonly test: string | undefined;
  /** Words that must all occur, anywhere in the flow. */
  readonly search: string;
}

const severity: Readonly<Record<ActivityOutcome, number>> = { accepted: 0, asked: 0, refused: 1, failed: 2 };

function createFlow(id: string, exchanges: readonly ActivitySummary[], latest: ActivitySummary): Flow {
  const { row, name, problem } = nameFlow(exchanges);
  const worst = exchanges.reduce(
    (left, right) => (severity[right.outcome] > severity[left.outcome] ? right : left),
    latest,
  );
  // The request of a device or a CIBA client is accepted long before the user answers.
  const isWaiting = worst.outcome === 'accepted' && row.state?.(exchanges) === 'waiting for user';
  return {
    id,
    kind: row.kind,
    name,
    problem,
    exchanges,
    latest,
    outcome: isWaiting ? 'asked' : worst.outcome,
    ...subjectsOfFlow(exchanges),
    realm: exchanges.findLast(({ realm }) => realm !== undefined)?.realm,
    test: exchanges.findLast(({ test }) => test !== undefined)?.test,
    isBackground: exchanges.every(({ background }) => background === true),
  };
}

/** Orders by start. Ids are ascending; records arrive by end, so a caused exchange comes before its cause. */
function byStart(one: ActivitySummary, other: ActivitySummary): number {
  return one.id < other.id ? -1 : 1;
}

/** Merges two lists, each newest first by id. */
export function mergeRecords(
  records: readonly ActivitySummary[],
  others: readonly ActivitySummary[],
): readonly ActivitySummary[] {
  if (others.length === 0) return records;
  return [...records, ...others].sort((one, other) => byStart(other, one));
}

/** Groups `records`, newest first, into flows, the most recently active first. */
export function groupFlows(records: readonly ActivitySummary[]): readonly Flow[] {
  const groups = new Map<string, ActivitySummary[]>();
  for (const record of records) {
    const group = groups.get(record.flow);
    if (group === undefined) groups.set(record.flow, [record]);
    else group.push(record);
  }
  return [...groups].flatMap(([id, newestFirst]) => {
    const latest = newestFirst[0];
    return latest === undefined ? [] : [createFlow(id, newestFirst.toSorted(byStart), latest)];
  });
}

function textOf(exchange: ActivitySummary): string {
  const { title, method, path, status, clientId, username, realm, test, refusal, server } = exchange;
  return [
    title,
    method,
    path,
    status,
    clientId,
    username,
    realm,
    test,
    server,
    refusal?.code,
    refusal?.reason,
  ]
    .join(' ')
    .toLowerCase();
}

/** Whether the flow belongs to the realm; every realm if undefined. */
export function isInRealm(flow: Flow, realm: string | undefined): boolean {
  return realm === undefined || flow.realm === undefined || flow.realm === realm;
}

function matches(flow: Flow, filter: FlowFilter, words: readonly string[]): boolean {
  const { refusedOnly, kind, client, user, test } = filter;
  if (!isInRealm(flow, filter.realm)) return false;
  if (refusedOnly && flow.outcome !== 'refused' && flow.outcome !== 'failed') return false;
  if (kind !== undefined && flow.kind !== kind) return false;
  if (client !== undefined && !flow.exchanges.some(({ clientId }) => clientId === client)) return false;
  if (user !== undefined && !flow.exchanges.some(({ username }) => username === user)) return false;
  if (test !== undefined && !flow.exchanges.some((exchange) => exchange.test === test)) return false;
  if (words.length === 0) return true;
  const text = [flow.name.toLowerCase(), ...flow.exchanges.map(textOf)].join(' ');
  return words.every((word) => text.includes(word));
}

/** Values to filter by. */
export interface FlowChoices {
  readonly kinds: readonly FlowKind[];
  readonly clients: readonly string[];
  readonly users: readonly string[];
  readonly tests: readonly string[];
}

function sortedValues(values: readonly (string | undefined)[]): readonly string[] {
  const known = values.filter((value) => value !== undefined);
  return [...new Set(known)].sort(compareNames);
}

/** What the flows can be filtered by, each in the order of the list that shows it. */
export function choicesOf(flows: readonly Flow[]): FlowChoices {
  const kinds = new Set(flows.map(({ kind }) => kind));
  const exchanges = flows.flatMap((flow) => flow.exchanges);
  return {
    kinds: FLOW_KINDS.filter((kind) => kinds.has(kind)),
    clients: sortedValues(exchanges.map(({ clientId }) => clientId)),
    users: sortedValues(exchanges.map(({ username }) => username)),
    tests: sortedValues(exchanges.map(({ test }) => test)),
  };
}

/** The matching flows, after the pinned ones, which always match. */
export function chooseFlows(
  flows: readonly Flow[],
  filter: FlowFilter,
  pinned: ReadonlySet<string>,
): readonly Flow[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const kept = flows.filter((flow) => pinned.has(flow.id));
  return [...kept, ...flows.filter((flow) => !pinned.has(flow.id) && matches(flow, filter, words))];
}

/** The exchange that opens with a flow: its latest refusal, or else its latest exchange. */
export function mainExchange(flow: Flow): ActivitySummary {
  return flow.exchanges.findLast((exchange) => exchange.refusal !== undefined) ?? flow.latest;
}
