// Keeps the latest exchanges in a ring buffer, limited by count and bytes, and notifies subscribers.
import { type Clock, monotonicMs } from '#protocol/clock.ts';
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
import { createFlowTests } from './flow-tests.ts';
import { summarize } from './summarize.ts';

/** Filters of a list, combined with AND. */
interface ActivityFilter {
  readonly realm?: string | undefined;
  readonly flow?: string | undefined;
  readonly outcome?: ActivityOutcome | undefined;
  /** Substring of title, path, client, user, realm or refusal, case-insensitive. */
  readonly text?: string | undefined;
  /** Only exchanges that started before the one with this id. */
  readonly before?: string | undefined;
  /** Only exchanges that ended after the one with this id; all of them when it is no longer kept. */
  readonly since?: string | undefined;
  /** Default 100. */
  readonly limit?: number | undefined;
}

export interface ActivityRecorderOptions {
  /** Maximum number of exchanges; default 2000. */
  readonly capacity?: number;
  /** Approximate memory limit for all exchanges, in bytes; default 16 MiB. */
  readonly maxBytes?: number;
  readonly clock: Clock;
}

/** Keeps the latest exchanges. */
export interface ActivityRecorder extends ExchangeRecorder {
  /** Newest first. */
  list(filter?: ActivityFilter): ActivityPage;
  find(id: string, options?: { readonly reveal?: boolean }): ActivityRecord | undefined;
  /** Calls the listener, which must not throw, after each exchange. Returns a function that unsubscribes. */
  subscribe(listener: (summary: ActivitySummary) => void): () => void;
  /** As `subscribe`, with the exchange itself, of which less has to be computed. */
  observe(listener: (recorded: RecordedExchange) => void): () => void;
  /** The exchanges that ended after the one with this id, oldest first; all of them when it is no longer kept. */
  exchanges(since?: string): readonly RecordedExchange[];
  /** Forgets all exchanges, or those of one realm. */
  clear(realmName?: string): void;
  /** Resets the count of unseen refusals. */
  markSeen(): void;
}

const DEFAULT_CAPACITY = 2000;
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;
const DEFAULT_LIMIT = 100;

function containsText(recorded: RecordedExchange, text: string): boolean {
  const { heading, facts, clientId, username, realmName, refusal } = recorded;
  const places = [
    heading,
    pathOf(facts.target),
    clientId,
    username,
    realmName,
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

/** Exchanges after the one with this id; all of them when it is no longer kept. */
function endedAfter(exchanges: RecordedExchange[], id: string | undefined): RecordedExchange[] {
  return id === undefined
    ? exchanges
    : exchanges.slice(exchanges.findIndex((recorded) => recorded.id === id) + 1);
}

/** Generates identifiers that sort by time, even across restarts: start of the process, then a counter. */
function createIdSequence(clock: Clock): () => string {
  const prefix = clock.now().toString(36).padStart(9, '0');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}${count.toString(36).padStart(7, '0')}`;
  };
}

export function createActivityRecorder(options: ActivityRecorderOptions): ActivityRecorder {
  const { capacity = DEFAULT_CAPACITY, maxBytes = DEFAULT_MAX_BYTES, clock } = options;
  /** In the order they ended. */
  const ring = new BoundedList<RecordedExchange>(capacity, maxBytes);
  const observers = new Set<(recorded: RecordedExchange) => void>();
  const tests = createFlowTests(ring);
  const nextId = createIdSequence(clock);
  let unseenRefusals = 0;

  function observe(listener: (recorded: RecordedExchange) => void): () => void {
    // Wrapped so that the same function can subscribe twice.
    const observer = (recorded: RecordedExchange): void => listener(recorded);
    observers.add(observer);
    return () => observers.delete(observer);
  }

  return {
    begin: (facts) => new RecordedExchange(nextId(), facts, clock.now(), monotonicMs()),

    finish(recorded, reply) {
      if (recorded.heading === undefined) return;
      recorded.durationMs = monotonicMs() - recorded.startedTick;
      recorded.keepReply(reply);
      tests.assign(recorded);
      ring.add(recorded, recorded.cost);
      const outcome = outcomeOf(recorded);
      if (outcome === 'refused' || outcome === 'failed') unseenRefusals += 1;
      for (const observer of observers) observer(recorded);
    },

    list(filter = {}) {
      const matching = endedAfter(ring.all(), filter.since).filter(createFilter(filter));
      const newest = matching.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, filter.limit ?? DEFAULT_LIMIT);
      return { records: newest.map(summarize), capacity, refusals: unseenRefusals };
    },

    find(id, { reveal = false } = {}) {
      const recorded = ring.all().find((candidate) => candidate.id === id);
      return recorded === undefined ? undefined : describeExchange(recorded, reveal);
    },

    subscribe: (listener) => observe((recorded) => listener(summarize(recorded))),
    observe,
    exchanges: (since) => endedAfter(ring.all(), since),

    clear(realmName) {
      if (realmName !== undefined) {
        ring.removeWhere((recorded) => recorded.realmName === realmName);
        return;
      }
      ring.clear();
      tests.clear();
      unseenRefusals = 0;
    },

    markSeen() {
      unseenRefusals = 0;
    },
  };
}
