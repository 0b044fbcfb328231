// Brings queued messages to a receiver that may be away, slow or back again, without ever making the server wait.
import type { Clock } from '#protocol/clock.ts';
import type { GelfLosses } from './gelf-losses.ts';
import type { GelfMessage } from './gelf-message.ts';
import { GelfQueue, type QueuedMessage } from './gelf-queue.ts';
import type { Scheduler } from './scheduler.ts';

/** A way to a receiver, once it is open. */
export interface GelfConnection {
  /** Resolves when the operating system has taken the message whole; rejects when it has not. */
  send(message: GelfMessage): Promise<void>;
  /** Ends it; resolves when it is gone. What was sent before still leaves. */
  end(): Promise<void>;
  /** Drops it at once. */
  destroy(): void;
}

/** A message that cannot be sent over any connection: it is counted as lost, and the next one follows. */
export class UnsendableMessageError extends Error {}

/** Opens ways to one receiver. */
export interface GelfTransport {
  /**
   * Milliseconds to wait behind the first message on a connection to a receiver that was away, because only the silence
   * after it says that somebody is there; 0 when an open connection says so itself.
   */
  readonly probeMs: number;
  /**
   * `lost` is called at most once, when the connection ends by itself: with the reason and how many messages are known
   * to be lost although they were sent. @throws when the receiver cannot be reached.
   */
  open(lost: (error: Error, lostMessages: number) => void): Promise<GelfConnection>;
}

/** What a sender works with. */
export interface GelfSenderDeps {
  readonly transport: GelfTransport;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly losses: GelfLosses;
  /** Called when the receiver can no longer be reached, and when it is back. */
  readonly reachable: (reachable: boolean, reason: string) => void;
}

/** Messages that wait while the receiver is away. */
export const QUEUE_BOUNDS = {
  mostMessages: 10_000,
  mostChars: 16_000_000,
  mostMessageChars: 1_000_000,
} as const;

/** Messages and characters on their way at the same time. */
const MOST_ON_THE_WAY = 64;
const MOST_CHARS_ON_THE_WAY = 1_000_000;
/** Messages handed over before other work of the process has its turn. */
const MOST_PER_TURN = 32;
const FIRST_BACK_OFF_MS = 1000;
const LONGEST_BACK_OFF_MS = 10_000;
/** A connection that ends sooner does not shorten the back-off. */
const STEADY_AFTER_MS = 10_000;
const CLOSE_WITHIN_MS = 1000;

type State =
  | { readonly name: 'idle' | 'opening' | 'closed' }
  | { readonly name: 'waiting'; readonly cancel: () => void }
  | Open;

interface Open {
  readonly name: 'open';
  readonly connection: GelfConnection;
  readonly since: number;
  /** `unproven`: nothing is sent; `probing`: one message is; `proven`: the receiver is there. */
  proof: 'unproven' | 'probing' | 'proven';
  ending: boolean;
}

/** One receiver's queue and connection. Opens with the first message; order is kept. */
export class GelfSender {
  readonly #deps: GelfSenderDeps;
  readonly #queue = new GelfQueue(QUEUE_BOUNDS);
  readonly #onTheWay = new Set<QueuedMessage>();
  #charsOnTheWay = 0;
  #state: State = { name: 'idle' };
  #backOffMs = FIRST_BACK_OFF_MS;
  #away = false;
  #pumpWaits = false;
  #closing: { readonly done: () => void } | undefined;

  constructor(deps: GelfSenderDeps) {
    this.#deps = deps;
  }

  /** Takes a message; it is sent in a later turn. Counts it as lost where the queue is full. */
  send(message: GelfMessage): void {
    if (this.#closing !== undefined) this.#deps.losses.add(1, 'the handler is closed');
    else if (!this.#queue.push(message)) this.#deps.losses.add(1, 'too many messages wait for the receiver');
    else this.#pumpSoon();
  }

  /** Sends what waits, for a second at most and only when the receiver can be reached; counts the rest as lost. */
  async close(): Promise<void> {
    if (this.#closing !== undefined) return;
    const done = new Promise<void>((resolve) => {
      this.#closing = { done: resolve };
    });
    const takeBack = this.#deps.scheduler.after(CLOSE_WITHIN_MS, () => this.#finish());
    if (this.#state.name === 'waiting') this.#finish();
    else this.#pumpSoon();
    await done;
    takeBack();
    this.#deps.losses.flush();
  }

  #pumpSoon(): void {
    if (this.#pumpWaits) return;
    this.#pumpWaits = true;
    setImmediate(() => {
      this.#pumpWaits = false;
      this.#pump();
    });
  }

  #pump(): void {
    const state = this.#state;
    if (state.name === 'idle') {
      if (this.#queue.length > 0) this.#open();
      else this.#finishWhenEmpty();
    }
    if (state.name !== 'open') return;
    for (let handed = 0; this.#hasRoom(state); handed++) {
      if (handed === MOST_PER_TURN) {
        this.#pumpSoon();
        return;
      }
      const entry = this.#queue.shift();
      if (entry === undefined) {
        this.#finishWhenEmpty();
        return;
      }
      if (state.proof === 'unproven') this.#probe(state);
      this.#hand(entry, state.connection);
    }
  }

  #hasRoom({ connection, proof }: Open): boolean {
    if (!this.#isCurrent(connection) || (proof === 'probing' && this.#closing === undefined)) return false;
    return this.#onTheWay.size < MOST_ON_THE_WAY && this.#charsOnTheWay < MOST_CHARS_ON_THE_WAY;
  }

  #probe(state: Open): void {
    state.proof = 'probing';
    this.#deps.scheduler.after(this.#deps.transport.probeMs, () => {
      if (!this.#isCurrent(state.connection)) return;
      this.#prove(state);
      this.#pumpSoon();
    });
  }

  #prove(state: Open): void {
    state.proof = 'proven';
    this.#setAway(false, '');
  }

  #hand(entry: QueuedMessage, connection: GelfConnection): void {
    this.#onTheWay.add(entry);
    this.#charsOnTheWay += entry.chars;
    // One that went back to the queue with a lost connection is no longer on the way.
    const arrived = (): void => {
      if (!this.#isCurrent(connection) || !this.#onTheWay.delete(entry)) return;
      this.#charsOnTheWay -= entry.chars;
      this.#pumpSoon();
    };
    connection.send(entry.message).then(arrived, (error: unknown) => {
      if (!(error instanceof UnsendableMessageError)) return this.#lost(connection, toError(error), 0);
      if (this.#onTheWay.has(entry)) this.#deps.losses.add(1, error.message);
      arrived();
    });
  }

  #isCurrent(connection: GelfConnection): boolean {
    return this.#state.name === 'open' && this.#state.connection === connection;
  }

  #open(): void {
    this.#state = { name: 'opening' };
    let opened: GelfConnection | undefined;
    let lostEarly: Error | undefined;
    const lost = (error: Error, lostMessages: number): void => {
      lostEarly = error;
      if (opened !== undefined) this.#lost(opened, error, lostMessages);
    };
    this.#deps.transport.open(lost).then(
      (connection) => {
        opened = connection;
        if (this.#state.name === 'closed') return connection.destroy();
        const proven = !this.#away || this.#deps.transport.probeMs === 0;
        const since = this.#deps.clock.now();
        const state: Open = { name: 'open', connection, since, proof: 'unproven', ending: false };
        this.#state = state;
        if (lostEarly !== undefined) return this.#lost(connection, lostEarly, 0);
        if (proven) this.#prove(state);
        this.#pump();
      },
      (error: unknown) => {
        if (this.#state.name !== 'closed') this.#backOff(toError(error));
      },
    );
  }

  /** What was on the way goes back to the queue; a receiver may get a message twice, but none is missing for that reason. */
  #lost(connection: GelfConnection, error: Error, lostMessages: number): void {
    if (!this.#isCurrent(connection) || this.#state.name !== 'open') return;
    connection.destroy();
    this.#deps.losses.add(lostMessages, error.message);
    this.#queue.putBack([...this.#onTheWay]);
    this.#onTheWay.clear();
    this.#charsOnTheWay = 0;
    if (this.#deps.clock.now() - this.#state.since >= STEADY_AFTER_MS) this.#backOffMs = FIRST_BACK_OFF_MS;
    this.#backOff(error);
  }

  #backOff(error: Error): void {
    this.#setAway(true, error.message);
    const cancel = this.#deps.scheduler.after(this.#backOffMs, () => this.#open());
    this.#state = { name: 'waiting', cancel };
    this.#backOffMs = Math.min(this.#backOffMs * 2, LONGEST_BACK_OFF_MS);
    if (this.#closing !== undefined) this.#finish();
  }

  #setAway(away: boolean, reason: string): void {
    if (away === this.#away) return;
    this.#away = away;
    this.#deps.reachable(!away, reason);
  }

  #finishWhenEmpty(): void {
    if (this.#closing === undefined || this.#onTheWay.size > 0 || this.#queue.length > 0) return;
    if (this.#state.name !== 'open') {
      this.#finish();
      return;
    }
    if (this.#state.ending) return;
    this.#state.ending = true;
    void this.#state.connection.end().finally(() => this.#finish());
  }

  /** The end: whatever still waits is lost. */
  #finish(): void {
    const state = this.#state;
    if (state.name === 'closed') return;
    this.#state = { name: 'closed' };
    if (state.name === 'waiting') state.cancel();
    if (state.name === 'open') state.connection.destroy();
    this.#deps.losses.add(
      this.#queue.clear() + this.#onTheWay.size,
      'the server stopped before they were sent',
    );
    this.#onTheWay.clear();
    this.#closing?.done();
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
