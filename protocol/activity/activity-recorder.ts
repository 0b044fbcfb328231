// Activity: the last exchanges in a ring buffer, bounded by count and bytes, and whoever watches them live.
import { type Clock, monotonicMs } from '#protocol/clock.ts';
import type {
  ActivityOutcome,
  ActivityPage,
  ActivityRecord,
  ActivitySummary,
} from '#protocol/contract/activity.ts';
import type { ExchangeRecorder } from '#protocol/http/exchange-recorder.ts';
import { outcomeOf, RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { describeExchange } from './describe-exchange.ts';
import { summarize } from './summarize.ts';

/** Which exchanges a list holds; every member narrows. */
interface ActivityFilter {
  readonly realm?: string | undefined;
  readonly flow?: string | undefined;
  readonly outcome?: ActivityOutcome | undefined;
  /** Somewhere in title, path, client, user, realm or refusal, case ignored. */
  readonly text?: string | undefined;
  /** Only exchanges that began before the one with this id. */
  readonly before?: string | undefined;
  /** Only exchanges that ended after the one with this id, as far as they are still held. */
  readonly since?: string | undefined;
  /** How many at most; default 100. */
  readonly limit?: number | undefined;
}

/** How the recorder is made. */
export interface ActivityRecorderOptions {
  /** How many exchanges are held at most; default 2000. */
  readonly capacity?: number;
  /** How many bytes they may take together, roughly; default 16 MiB. */
  readonly maxBytes?: number;
  readonly clock: Clock;
}

/** Keeps the last exchanges. */
export interface ActivityRecorder extends ExchangeRecorder {
  /** Newest first. */
  list(filter?: ActivityFilter): ActivityPage;
  find(id: string, options?: { readonly reveal?: boolean }): ActivityRecord | undefined;
  /** Calls the listener after each exchange; the answer ends that. A listener must not throw. */
  subscribe(listener: (summary: ActivitySummary) => void): () => void;
  clear(): void;
  /** All refusals so far have been seen. */
  markSeen(): void;
}

const DEFAULT_CAPACITY = 2000;
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;
const DEFAULT_LIMIT = 100;

/** Exchanges in order of their end; the oldest go first when there are too many or they are too large. */
class ExchangeRing {
  readonly capacity: number;
  readonly #maxBytes: number;
  #slots: (RecordedExchange | undefined)[] = [];
  /** Index of the oldest; the empty slots before it are given back in bulk. */
  #first = 0;
  #bytes = 0;

  constructor(capacity: number, maxBytes: number) {
    this.capacity = capacity;
    this.#maxBytes = maxBytes;
  }

  add(recorded: RecordedExchange): void {
    this.#slots.push(recorded);
    this.#bytes += recorded.cost;
    while (this.#count() > this.capacity || (this.#bytes > this.#maxBytes && this.#count() > 1))
      this.#dropOldest();
  }

  clear(): void {
    this.#slots = [];
    this.#first = 0;
    this.#bytes = 0;
  }

  /** Oldest first. */
  all(): RecordedExchange[] {
    return this.#slots.filter((slot) => slot !== undefined);
  }

  #count(): number {
    return this.#slots.length - this.#first;
  }

  #dropOldest(): void {
    this.#bytes -= this.#slots[this.#first]?.cost ?? 0;
    this.#slots[this.#first] = undefined;
    this.#first += 1;
    if (this.#first < 256) return;
    this.#slots = this.#slots.slice(this.#first);
    this.#first = 0;
  }
}

function holdsText(recorded: RecordedExchange, text: string): boolean {
  const { heading, facts, clientId, username, realmName, refusal } = recorded;
  const [path] = facts.target.split('?', 1);
  const places = [
    heading,
    path,
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
    (text === undefined || text === '' || holdsText(recorded, text));
}

/** Exchanges after the one with this id; all of them when it is no longer held. */
function endedAfter(exchanges: RecordedExchange[], id: string | undefined): RecordedExchange[] {
  return id === undefined
    ? exchanges
    : exchanges.slice(exchanges.findIndex((recorded) => recorded.id === id) + 1);
}

function byIdDescending(a: RecordedExchange, b: RecordedExchange): number {
  return a.id < b.id ? 1 : -1;
}

/** Makes identifiers that sort by time, over restarts too: start of the process, then a count. */
function createIdSequence(clock: Clock): () => string {
  const prefix = clock.now().toString(36).padStart(9, '0');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}${count.toString(36).padStart(7, '0')}`;
  };
}

/** Makes a recorder. */
export function createActivityRecorder(options: ActivityRecorderOptions): ActivityRecorder {
  const { clock } = options;
  const ring = new ExchangeRing(options.capacity ?? DEFAULT_CAPACITY, options.maxBytes ?? DEFAULT_MAX_BYTES);
  const listeners = new Set<(summary: ActivitySummary) => void>();
  const nextId = createIdSequence(clock);
  let unseenRefusals = 0;

  return {
    begin: (facts) => new RecordedExchange(nextId(), facts, clock.now(), monotonicMs()),

    finish(recorded, reply) {
      if (recorded.heading === undefined) return;
      recorded.durationMs = monotonicMs() - recorded.startedTick;
      recorded.keepReply(reply);
      ring.add(recorded);
      const outcome = outcomeOf(recorded);
      if (outcome === 'refused' || outcome === 'failed') unseenRefusals += 1;
      if (listeners.size === 0) return;
      const summary = summarize(recorded);
      for (const listener of listeners) listener(summary);
    },

    list(filter = {}) {
      const matching = endedAfter(ring.all(), filter.since).filter(createFilter(filter));
      const newest = matching.sort(byIdDescending).slice(0, filter.limit ?? DEFAULT_LIMIT);
      return { records: newest.map(summarize), capacity: ring.capacity, refusals: unseenRefusals };
    },

    find(id, { reveal = false } = {}) {
      const recorded = ring.all().find((candidate) => candidate.id === id);
      return recorded === undefined ? undefined : describeExchange(recorded, reveal);
    },

    subscribe(listener) {
      // Wrapped, so that the same function may subscribe twice.
      const subscription = (summary: ActivitySummary): void => listener(summary);
      listeners.add(subscription);
      return () => {
        listeners.delete(subscription);
      };
    },

    clear() {
      ring.clear();
      unseenRefusals = 0;
    },

    markSeen() {
      unseenRefusals = 0;
    },
  };
}
