// The last run of each flow, for the console. It ends with the realm and, without a database, with the server.

import type { StepRunWire } from '#protocol/contract/flow-runs.ts';
import type { Store } from '#protocol/store/store.ts';

/** A run of a flow. */
interface FlowRunRecord {
  readonly realmId: string;
  readonly flow: string;
  /** Milliseconds on the realm's clock. */
  readonly at: number;
  readonly clientId: string;
  readonly username: string | undefined;
  /** ID of the exchange in Activity. */
  readonly exchange: string;
  readonly steps: readonly StepRunWire[];
}

export interface LastRuns {
  record(run: FlowRunRecord): Promise<void>;
  /** Undefined if the flow has not run. */
  find(realmId: string, flow: string): Promise<FlowRunRecord | undefined>;
}

const MAX_RUNS = 50_000;
const NEVER = Number.MAX_SAFE_INTEGER;

export function createLastRuns(store: Pick<Store, 'createExpiringStore'>): LastRuns {
  const runs = store.createExpiringStore<FlowRunRecord>('last-flow-run', MAX_RUNS);
  return {
    record: (run) => runs.put(run.flow, run, NEVER, 0),
    find: (realmId, flow) => runs.find(realmId, flow, 0),
  };
}
