// The last run of each flow, for the console. In memory: it ends with the server and with the realm.

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
  find(realmId: string, flow: string): FlowRunRecord | undefined;
}

/** The runs of a realm, by flow; changed in place, because every sign-in runs a flow several times. */
interface RunsOfRealm {
  readonly realmId: string;
  readonly runs: Map<string, FlowRunRecord>;
}

const MAX_REALMS = 10_000;
const NEVER = Number.MAX_SAFE_INTEGER;

export function createLastRuns(store: Pick<Store, 'createExpiringStore'>): LastRuns {
  const realms = store.createExpiringStore<RunsOfRealm>(MAX_REALMS);
  const begin = (realmId: string): RunsOfRealm => {
    const begun = { realmId, runs: new Map() };
    realms.put(realmId, begun, NEVER, 0);
    return begun;
  };
  return {
    record(run) {
      const { runs } = realms.find(run.realmId, 0) ?? begin(run.realmId);
      runs.set(run.flow, run);
    },
    find: (realmId, flow) => realms.find(realmId, 0)?.runs.get(flow),
  };
}
