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

/** A flow's runs are stored at most this often, in milliseconds: each sign-in has several, and only the last one is shown. */
const STORED_EVERY_MS = 1000;

/** Runs of one flow that follow on one that has just been stored. */
interface Following {
  /** What is stored next; undefined: nothing has followed yet. */
  newest: FlowRunRecord | undefined;
}

export function createLastRuns(store: Pick<Store, 'createExpiringStore'>): LastRuns {
  const runs = store.createExpiringStore<FlowRunRecord>('last-flow-run', { capacity: MAX_RUNS });
  const following = new Map<string, Following>();
  /** Takes the place of a run that is there: those of a realm that has been removed meanwhile do not come back. */
  const storeNewest = async (each: Following): Promise<void> => {
    const { newest } = each;
    each.newest = undefined;
    if (newest === undefined) return;
    await runs.update(newest.realmId, newest.flow, 0, (known) =>
      known === undefined || known.at > newest.at
        ? { result: undefined }
        : { value: newest, result: undefined },
    );
  };
  const followOn = (key: string): void => {
    const each: Following = { newest: undefined };
    following.set(key, each);
    const timer = setTimeout(() => {
      following.delete(key);
      // A run that cannot be stored is missing on the console, and nowhere else.
      storeNewest(each).catch(() => undefined);
    }, STORED_EVERY_MS);
    timer.unref();
  };
  return {
    async record(run) {
      const key = JSON.stringify([run.realmId, run.flow]);
      const known = following.get(key);
      if (known !== undefined) {
        known.newest = run;
        return;
      }
      followOn(key);
      await runs.put(run.flow, run, NEVER, 0);
    },
    async find(realmId, flow) {
      const known = following.get(JSON.stringify([realmId, flow]));
      if (known !== undefined) await storeNewest(known);
      return runs.find(realmId, flow, 0);
    },
  };
}
