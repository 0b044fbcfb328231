// Keeps the latest exchanges in ring buffers, limited by count and bytes, and notifies subscribers.
import { randomBytes } from 'node:crypto';
import { type Clock, monotonicMs, systemClock } from '#protocol/clock.ts';
import type {
  ActivityOutcome,
  ActivityPage,
  ActivityRecord,
  ActivitySummary,
} from '#protocol/contract/activity.ts';
import type { ExchangeRecorder } from '#protocol/http/exchange-recorder.ts';
import { outcomeOf, pathOf, RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { BoundedList } from '#protocol/log/bounded-list.ts';
import { describeExchange } from './describe-exchange.ts';
import { type BackgroundChoice, createExchangeListeners, type ExchangeWatch } from './exchange-listeners.ts';
import { createFlowTests } from './flow-tests.ts';
import { summarize } from './summarize.ts';

/** Filters of a list, combined with AND. */
interface ActivityFilter {
  readonly realm?: string | undefined;
  readonly flow?: string | undefined;
  readonly outcome?: ActivityOutcome | undefined;
  /** Substring of title, path, client, user, realm, server or refusal, case-insensitive. */
  readonly text?: string | undefined;
  /** Only exchanges that started before the one with this id. */
  readonly before?: string | undefined;
  /** Only exchanges that ended after the one with this id; all of them when it is no longer kept. */
  readonly since?: string | undefined;
  /** Default 100. */
  readonly limit?: number | undefined;
  /** Default `exclude`. */
  readonly background?: BackgroundChoice | undefined;
}

export interface ActivityRecorderOptions {
  /** Maximum number of exchanges; default 2000. */
  readonly capacity?: number;
  /** Maximum number of background requests; default 1000. */
  readonly backgroundCapacity?: number;
  /** Approximate memory limit for all exchanges but background requests, in bytes; default 16 MiB. */
  readonly maxBytes?: number;
  readonly clock: Clock;
}

/** Keeps the latest exchanges. */
export interface ActivityRecorder extends ExchangeRecorder, ExchangeWatch {
  /**
   * Resolves when what other servers have recorded is listed here, and they can list what is recorded here. To be
   * called before lists are read and before listeners are added. Never rejects.
   */
  sync(): Promise<void>;
  /** Newest first. */
  list(filter?: ActivityFilter): ActivityPage;
  find(id: string, options?: { readonly reveal?: boolean }): ActivityRecord | undefined;
  /**
   * The exchanges that `observe` reports and that ended after the one with this id, in the order they ended; all
   * of them when it is no longer kept.
   */
  exchanges(since?: string): readonly RecordedExchange[];
  /** The test that the exchanges of a realm belong to from now on; undefined: none. */
  nameTest(realmName: string, test: string | undefined): void;
  /** Forgets all exchanges, or those of one realm and its test. Other servers list them no longer. Never rejects. */
  clear(realmName?: string): Promise<void>;
  /** Resets the count of unseen refusals. */
  markSeen(): void;
}

/** The exchanges that a server keeps in memory. */
export interface LocalRecorder extends ActivityRecorder {
  /** An id that is greater than those of all exchanges that have begun. */
  nextId(): string;
  /** Forgets exchanges, or those of one realm, with smaller ids. */
  clearBefore(id: string, realmName?: string): void;
  /** Keeps an exchange that another server has recorded. */
  adopt(recorded: RecordedExchange): void;
}

const DEFAULT_CAPACITY = 2000;
const DEFAULT_BACKGROUND_CAPACITY = 1000;
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;
const BACKGROUND_MAX_BYTES = 4 * 1024 * 1024;
const DEFAULT_LIMIT = 100;
const MAX_CLEARINGS = 100;

type Ring = BoundedList<RecordedExchange>;

function containsText(recorded: RecordedExchange, text: string): boolean {
  const { heading, facts, clientId, username, realmName, refusal, server } = recorded;
  const places = [
    heading,
    pathOf(facts.target),
    clientId,
    username,
    realmName,
    server,
    refusal?.code,
    refusal?.reason,
    refusal?.description,
  ];
  return places.some((place) => place?.toLowerCase().includes(text) === true);
}

function createFilter(filter: ActivityFilter): (recorded: RecordedExchange) => boolean {
  const text = filter.text?.trim().toLowerCase();
  return (recorded) =>
    (filter.realm === undefined || recorded.realmName === filter.realm) &&
    (filter.flow === undefined || recorded.flow === filter.flow) &&
    (filter.outcome === undefined || outcomeOf(recorded) === filter.outcome) &&
    (filter.before === undefined || recorded.id < filter.before) &&
    (text === undefined || text === '' || containsText(recorded, text));
}

/** The exchanges of `listed` that ended after the one with this id; all of them when it is no longer kept. */
function endedAfter(
  listed: readonly Ring[],
  all: readonly Ring[],
  id: string | undefined,
): RecordedExchange[] {
  const after = (id === undefined ? undefined : findIn(all, id))?.endedAt ?? 0;
  return listed.flatMap((ring) => ring.all().filter(({ endedAt }) => endedAt > after));
}

function findIn(rings: readonly Ring[], id: string): RecordedExchange | undefined {
  for (const ring of rings) {
    const found = ring.all().find((recorded) => recorded.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

function listNewest(kept: readonly RecordedExchange[], filter: ActivityFilter): ActivitySummary[] {
  const matching = kept.filter(createFilter(filter)).sort((a, b) => (a.id < b.id ? 1 : -1));
  return matching.slice(0, filter.limit ?? DEFAULT_LIMIT).map(summarize);
}

/** A read that was refused, or answered by a fault, may be why an application does not work, so it is no background. */
function belongsToBackground(
  { isBackground, heading, faultId }: RecordedExchange,
  outcome: ActivityOutcome,
): boolean {
  return isBackground && faultId === undefined && (heading === undefined || outcome === 'accepted');
}

/** Characters that tell exchanges of several servers apart. */
const TAG_CHARACTERS = 4;

/** Generates identifiers that sort by time, across servers and restarts: milliseconds, a counter, the process. */
function createIdSequence(clock: Clock): () => string {
  const tag = randomBytes(TAG_CHARACTERS).toString('hex').slice(0, TAG_CHARACTERS);
  let last = 0;
  let count = 0;
  return () => {
    const now = Math.floor(clock.now());
    // A clock that is set back must not change the order.
    if (now > last) {
      last = now;
      count = 0;
    } else count += 1;
    return `${last.toString(36).padStart(9, '0')}${count.toString(36).padStart(4, '0')}${tag}`;
  };
}

const PROCESS_START = systemClock.now() - monotonicMs();

/** Times at which exchanges end: each is later than the one before. */
function createEndTimes(): () => number {
  let last = 0;
  return () => {
    // The smallest step that a number of this size can keep is a quarter of it.
    last = Math.max(PROCESS_START + monotonicMs(), last + 0.001);
    return last;
  };
}

/** Flows and background requests have rings of their own, so that reads push no flow out. */
function createRings({
  capacity = DEFAULT_CAPACITY,
  maxBytes = DEFAULT_MAX_BYTES,
  backgroundCapacity = DEFAULT_BACKGROUND_CAPACITY,
}: ActivityRecorderOptions) {
  const flows: Ring = new BoundedList(capacity, maxBytes);
  const background: Ring = new BoundedList(backgroundCapacity, BACKGROUND_MAX_BYTES);
  const rings = [flows, background];
  const choices = {
    exclude: { rings: [flows], capacity },
    include: { rings, capacity: capacity + backgroundCapacity },
    only: { rings: [background], capacity: backgroundCapacity },
  };
  return { flows, background, rings, choices };
}

export function createActivityRecorder(options: ActivityRecorderOptions): LocalRecorder {
  const { clock } = options;
  const { flows, background, rings, choices } = createRings(options);
  const { notify, ...watch } = createExchangeListeners();
  const tests = createFlowTests(flows);
  const nextId = createIdSequence(clock);
  const nextEnd = createEndTimes();
  let unseenRefusals = 0;
  /** What must not come back from other servers, where it may still be on its way. */
  let clearings: readonly ((recorded: RecordedExchange) => boolean)[] = [];

  /** Keeps an exchange that has ended. */
  function keep(recorded: RecordedExchange): void {
    const outcome = outcomeOf(recorded);
    recorded.isBackground = belongsToBackground(recorded, outcome);
    if (recorded.isBackground) {
      background.add(recorded, recorded.cost);
      return;
    }
    // Reads are flows of their own, with nothing to inherit.
    tests.assign(recorded);
    flows.add(recorded, recorded.cost);
    if (outcome === 'refused' || outcome === 'failed') unseenRefusals += 1;
  }

  function clearBefore(id: string, realmName?: string): void {
    const isForgotten = (recorded: RecordedExchange): boolean =>
      recorded.id < id && (realmName === undefined || recorded.realmName === realmName);
    for (const ring of rings) ring.removeWhere(isForgotten);
    clearings = [...clearings.slice(1 - MAX_CLEARINGS), isForgotten];
    if (realmName === undefined) unseenRefusals = 0;
  }

  return {
    nextId,
    clearBefore,

    begin: (facts) => new RecordedExchange(nextId(), facts, clock.now(), monotonicMs()),

    finish(recorded, reply) {
      if (recorded.heading === undefined && !recorded.isBackground) return;
      recorded.durationMs = monotonicMs() - recorded.startedTick;
      recorded.keepReply(reply);
      recorded.endedAt = nextEnd();
      keep(recorded);
      notify(recorded);
    },

    adopt(recorded) {
      if (clearings.some((isForgotten) => isForgotten(recorded))) return;
      recorded.isForeign = true;
      keep(recorded);
      notify(recorded);
    },

    sync: async () => undefined,

    list(filter = {}) {
      const chosen = choices[filter.background ?? 'exclude'];
      const records = listNewest(endedAfter(chosen.rings, rings, filter.since), filter);
      return { records, capacity: chosen.capacity, refusals: unseenRefusals };
    },

    find(id, { reveal = false } = {}) {
      const recorded = findIn(rings, id);
      return recorded === undefined ? undefined : describeExchange(recorded, reveal);
    },

    ...watch,

    exchanges: (since) =>
      endedAfter(rings, rings, since)
        .filter(({ heading }) => heading !== undefined)
        .sort((a, b) => a.endedAt - b.endedAt),

    nameTest: tests.nameRealm,

    async clear(realmName) {
      clearBefore(nextId(), realmName);
      if (realmName === undefined) tests.clear();
      else tests.nameRealm(realmName, undefined);
    },

    markSeen() {
      unseenRefusals = 0;
    },
  };
}
