// Groups exchanges by flow, and filters flows.
import type { ActivityOutcome, ActivitySummary } from '#protocol/contract/activity.ts';

/** The exchanges of one flow. */
export interface Flow {
  readonly id: string;
  /** In the order in which they started. */
  readonly exchanges: readonly ActivitySummary[];
  readonly latest: ActivitySummary;
  /** The most severe outcome of its exchanges. */
  readonly outcome: ActivityOutcome;
  readonly clientId: string | undefined;
  readonly username: string | undefined;
  readonly realm: string | undefined;
}

/** Filter of the list. */
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

/** Orders by start. Ids are ascending; records arrive by end, so a caused exchange comes before its cause. */
function byStart(one: ActivitySummary, other: ActivitySummary): number {
  return one.id < other.id ? -1 : 1;
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
