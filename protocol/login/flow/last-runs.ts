// The last run of each flow, for the console. In memory: it ends with the server and with the realm.

import type { Clock } from '#protocol/clock.ts';
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
  record(run: FlowRunRecord): void;
  /** Undefined if the flow has not run. */
  find(realmId: string, flow: string, clock: Clock): FlowRunRecord | undefined;
}

const CAPACITY = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const keyOf = (realmId: string, flow: string): string => `${realmId} ${flow}`;

export function createLastRuns(store: Pick<Store, 'createExpiringStore'>): LastRuns {
  const runs = store.createExpiringStore<FlowRunRecord>(CAPACITY);
  return {
    record: (run) => runs.put(keyOf(run.realmId, run.flow), run, run.at + DAY_MS, run.at),
    find: (realmId, flow, clock) => runs.find(keyOf(realmId, flow), clock.now()),
  };
}
