// Exchanges as people think of them: grouped by flow, found by words, narrowed to what was refused.
import type { ActivityOutcome, ActivitySummary } from '#protocol/contract/activity.ts';

/** The exchanges of one flow. */
export interface Flow {
  readonly id: string;
  /** In the order in which they began. */
  readonly exchanges: readonly ActivitySummary[];
  readonly latest: ActivitySummary;
  /** The worst that happened in it: a refusal goes before anything else. */
  readonly outcome: ActivityOutcome;
  readonly clientId: string | undefined;
  readonly username: string | undefined;
  readonly realm: string | undefined;
}

/** What a person looks for. */
export interface FlowFilter {
  readonly refusedOnly: boolean;
  /** Undefined for every realm. */
  readonly realm: string | undefined;
  /** Words that must all occur, anywhere in the flow. */
  readonly search: string;
}

const severity: Readonly<Record<ActivityOutcome, number>> = { accepted: 0, asked: 0, refused: 1, failed: 2 };

function createFlow(id: string, exchanges: readonly ActivitySummary[], latest: ActivitySummary): Flow {
  const lastKnown = (member: 'clientId' | 'username' | 'realm'): string | undefined =>
    exchanges.findLast((exchange) => exchange[member] !== undefined)?.[member];
  const worst = exchanges.reduce(
    (left, right) => (severity[right.outcome] > severity[left.outcome] ? right : left),
    latest,
  );
  return {
    id,
    exchanges,
    latest,
    outcome: worst.outcome,
    clientId: lastKnown('clientId'),
    username: lastKnown('username'),
    realm: lastKnown('realm'),
  };
}

/** What an exchange causes ends before it and begins after it; identifiers sort by the beginning. */
function byBeginning(one: ActivitySummary, other: ActivitySummary): number {
  return one.id < other.id ? -1 : 1;
}

/** Flows with the one that moved last on top; `records` are newest first. */
export function groupFlows(records: readonly ActivitySummary[]): readonly Flow[] {
  const groups = new Map<string, ActivitySummary[]>();
  for (const record of records) {
    const group = groups.get(record.flow);
    if (group === undefined) groups.set(record.flow, [record]);
    else group.push(record);
  }
  return [...groups].flatMap(([id, newestFirst]) => {
    const latest = newestFirst[0];
    return latest === undefined ? [] : [createFlow(id, newestFirst.toSorted(byBeginning), latest)];
  });
}

function textOf(exchange: ActivitySummary): string {
  const { title, method, path, status, clientId, username, realm, refusal } = exchange;
  return [title, method, path, status, clientId, username, realm, refusal?.code, refusal?.reason]
    .join(' ')
    .toLowerCase();
}

function matches(flow: Flow, filter: FlowFilter, words: readonly string[]): boolean {
  if (filter.refusedOnly && flow.outcome !== 'refused' && flow.outcome !== 'failed') return false;
  if (filter.realm !== undefined && flow.realm !== filter.realm) return false;
  if (words.length === 0) return true;
  const text = flow.exchanges.map(textOf).join(' ');
  return words.every((word) => text.includes(word));
}

/** The flows that fit, pinned ones on top; a pinned flow always stays. */
export function chooseFlows(
  flows: readonly Flow[],
  filter: FlowFilter,
  pinned: ReadonlySet<string>,
): readonly Flow[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const kept = flows.filter((flow) => pinned.has(flow.id));
  return [...kept, ...flows.filter((flow) => !pinned.has(flow.id) && matches(flow, filter, words))];
}

/** The exchange that tells most about a flow: its latest refusal, else its latest exchange. */
export function tellingExchange(flow: Flow): ActivitySummary {
  return flow.exchanges.findLast((exchange) => exchange.refusal !== undefined) ?? flow.latest;
}
