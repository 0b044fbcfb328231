// Records the run of a flow: a line in Activity, and the flow's last run, which the console shows.
import type { StepRunWire } from '#protocol/contract/flow-runs.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { describeRun } from './describe-run.ts';
import type { LastRuns } from './last-runs.ts';

/** What each step of a flow did. */
export interface FlowReport {
  readonly flow: string;
  readonly reports: readonly StepRunWire[];
  /** The user known when it ended. */
  readonly username: string | undefined;
}

export async function recordFlowRun(
  lastRuns: LastRuns,
  { realm, id, clock, activity }: Pick<RealmExchange, 'realm' | 'id' | 'clock' | 'activity'>,
  clientId: string,
  { flow, reports, username }: FlowReport,
): Promise<void> {
  activity.recordPass('authentication-flow', describeRun(flow, reports));
  const at = clock.now();
  await lastRuns.record({ realmId: realm.id, flow, at, clientId, username, exchange: id, steps: reports });
}
