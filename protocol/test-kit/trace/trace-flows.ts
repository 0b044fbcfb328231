// Selects the exchanges of a trace and groups them by flow, those with a refusal first.
import type { ActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { describeExchange } from '#protocol/activity/describe-exchange.ts';
import type { ActivityOutcome, ActivityRecord } from '#protocol/contract/activity.ts';
import { nameFlow } from '#protocol/contract/flow-names.ts';
import type { RecordedExchange } from '#protocol/http/recorded-exchange.ts';

/** What the trace shows; all of the realm by default. */
export interface TraceFilter {
  readonly test?: string | undefined;
  readonly flow?: string | undefined;
  /** The id of an exchange, or an instant in milliseconds since the epoch: only what came later. */
  readonly since?: string | number | undefined;
}

/** An exchange with its full URL, secrets masked. */
export interface TracedExchange {
  readonly recorded: RecordedExchange;
  readonly record: ActivityRecord;
}

export interface TracedFlow {
  readonly id: string;
  /** As in the window: `Sign-in with code + PKCE · alice`. */
  readonly name: string;
  readonly users: readonly string[];
  readonly clients: readonly string[];
  readonly tests: readonly string[];
  readonly isRefused: boolean;
  /** In the order they started. */
  readonly exchanges: readonly TracedExchange[];
}

/** The newest exchanges of a trace; older ones are left out. */
const MAX_EXCHANGES = 1000;

/** Whether a test would call the exchange a failure. */
export function isFailure(outcome: ActivityOutcome): boolean {
  return outcome === 'refused' || outcome === 'failed';
}

/** The realm's exchanges and its calls to others, in the order they started; not those of the test kit itself. */
export function listTraced(
  activity: Pick<ActivityRecorder, 'exchanges'>,
  realmName: string,
  { test, flow, since }: TraceFilter,
): readonly TracedExchange[] {
  return activity
    .exchanges(typeof since === 'string' ? since : undefined)
    .filter(
      (recorded) =>
        recorded.realmName === realmName &&
        recorded.routePath?.startsWith('/emulator/') !== true &&
        (test === undefined || recorded.testName === test) &&
        (flow === undefined || recorded.flow === flow) &&
        (typeof since !== 'number' || recorded.startedAt >= since),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(-MAX_EXCHANGES)
    .map((recorded) => ({ recorded, record: describeExchange(recorded, false) }));
}

const unique = (texts: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(texts.filter((text) => text !== undefined)),
];

function describeFlow(id: string, exchanges: readonly TracedExchange[]): TracedFlow {
  const records = exchanges.map(({ record }) => record);
  return {
    id,
    name: nameFlow(records).name,
    users: unique(records.map(({ username }) => username)),
    clients: unique(records.map(({ clientId }) => clientId)),
    tests: unique(records.map(({ test }) => test)),
    isRefused: records.some(({ outcome }) => isFailure(outcome)),
    exchanges,
  };
}

/** What was made to fail on purpose explains less than what was refused. */
function rankOf({ isRefused, exchanges }: TracedFlow): number {
  if (!isRefused) return 0;
  const isOnPurpose = exchanges.every(
    ({ record }) => record.fault !== undefined || !isFailure(record.outcome),
  );
  return isOnPurpose ? 1 : 2;
}

/** Flows with a refusal first, otherwise in the order they began. */
export function groupFlows(traced: readonly TracedExchange[]): readonly TracedFlow[] {
  const byFlow = new Map<string, TracedExchange[]>();
  for (const one of traced) {
    const known = byFlow.get(one.record.flow);
    if (known === undefined) byFlow.set(one.record.flow, [one]);
    else known.push(one);
  }
  const flows = [...byFlow].map(([id, exchanges]) => describeFlow(id, exchanges));
  return flows.sort((a, b) => rankOf(b) - rankOf(a));
}
