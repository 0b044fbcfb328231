// The sample applications of all servers of a store: each runs on one of them and is listed, found and stopped on every one.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SampleApplicationWire } from '#protocol/contract/admin-api.ts';
import type { Store } from '#protocol/store/store.ts';
import type { ApplicationSettings, SampleApplicationId, SampleApplications } from './sample-applications.ts';

/** Milliseconds between two looks at an application that another server is starting. */
const PAUSE_MS = 50;

/** Milliseconds for an answer: without one, an application could be started twice. */
const ANSWER_LIMIT_MS = 2000;

/** What a server asks the others: which applications of a realm they run, once those of `stop` have ended. */
interface ApplicationsQuestion {
  readonly realm: string;
  readonly stop: readonly SampleApplicationId[];
}

interface ApplicationsAnswer {
  readonly rows: readonly SampleApplicationWire[];
}

/** The applications of all realms. */
export interface SharedApplications {
  /** The state of each application in a realm. */
  list(realmName: string): Promise<readonly SampleApplicationWire[]>;
  /** Starts it here, or returns the one that runs on any server; resolves when it listens or has failed. */
  start(
    realmName: string,
    id: SampleApplicationId,
    settings: ApplicationSettings,
  ): Promise<SampleApplicationWire>;
  /** Stops it wherever it runs. */
  stop(realmName: string, id: SampleApplicationId): Promise<SampleApplicationWire>;
  /** Stops those of a realm that is removed. */
  stopRealm(realmName: string): Promise<void>;
}

const STATES: readonly SampleApplicationWire['state'][] = ['stopped', 'failed', 'starting', 'running'];

const isUp = ({ state }: SampleApplicationWire): boolean => state === 'starting' || state === 'running';

/** The row that says most, the first of equal ones. */
function mostAlive(rows: readonly SampleApplicationWire[]): SampleApplicationWire | undefined {
  const rank = ({ state }: SampleApplicationWire): number => STATES.indexOf(state);
  return rows.reduce<SampleApplicationWire | undefined>(
    (best, row) => (best === undefined || rank(row) > rank(best) ? row : best),
    undefined,
  );
}

/** Connects the applications that this server runs with those of the other servers of its store. */
export function shareApplications(
  own: SampleApplications,
  store: Pick<Store, 'createQuestion'>,
): SharedApplications {
  const ask = store.createQuestion<ApplicationsQuestion, ApplicationsAnswer>(
    'sample-applications',
    async ({ realm, stop }) => {
      await Promise.all(stop.map((id) => own.stop(realm, id)));
      return { rows: own.list(realm) };
    },
    ANSWER_LIMIT_MS,
  );

  async function list(
    realm: string,
    stop: readonly SampleApplicationId[] = [],
  ): Promise<readonly SampleApplicationWire[]> {
    const answers = await ask({ realm, stop });
    return own.list(realm).map((row) => {
      const others = answers.flatMap(({ rows }) => rows.filter(({ id }) => id === row.id));
      return mostAlive([row, ...others]) ?? row;
    });
  }

  async function find(realm: string, id: SampleApplicationId): Promise<SampleApplicationWire | undefined> {
    return (await list(realm)).find((row) => row.id === id);
  }

  return {
    list: (realmName) => list(realmName),

    async start(realmName, id, settings) {
      const isOwn = own.list(realmName).some((row) => row.id === id && isUp(row));
      if (isOwn) return own.start(realmName, id, settings);
      for (;;) {
        const found = await find(realmName, id);
        if (found?.state === 'running') return found;
        if (found?.state !== 'starting') return own.start(realmName, id, settings);
        await sleep(PAUSE_MS);
      }
    },

    async stop(realmName, id) {
      const stopped = await own.stop(realmName, id);
      const rows = await list(realmName, [id]);
      return rows.find((row) => row.id === id) ?? stopped;
    },

    async stopRealm(realmName) {
      await own.stopRealm(realmName);
      await ask({ realm: realmName, stop: own.list(realmName).map(({ id }) => id as SampleApplicationId) });
    },
  };
}
