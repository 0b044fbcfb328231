// GELF over TCP: one connection, NUL-terminated JSON, and a queue while the receiver is unreachable.
import { connect as connectTcp, type Socket } from 'node:net';
import { findAddresses, type HostAddress, lookupHost } from './gelf-addresses.ts';
import type { GelfEndpoint } from './gelf-endpoint.ts';
import { type GelfMessage, renderGelfMessage } from './gelf-message.ts';
import { GelfQueue, type QueuedMessage } from './gelf-queue.ts';
import { type GelfSender, type GelfSenderDeps, STOPPED, toError, withinASecond } from './gelf-sender.ts';
import type { Scheduler } from './scheduler.ts';

/** Limits of the queue. */
export const QUEUE_BOUNDS = {
  mostMessages: 10_000,
  mostChars: 16_000_000,
  mostMessageChars: 1_000_000,
} as const;

/** Compat: Keycloak's connection timeout. */
const CONNECT_WITHIN_MS = 2000;
const KEEP_ALIVE_AFTER_MS = 30_000;
/** Messages written before other work of the process gets its turn. */
const MOST_PER_TURN = 32;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;
/** A connection that ends sooner does not reset the retry delay. */
const STEADY_AFTER_MS = 10_000;

export interface TcpSenderDeps extends GelfSenderDeps {
  /** Called when the receiver becomes unreachable, and when it is back. */
  readonly reachable: (reachable: boolean, reason: string) => void;
}

/** Sends messages in order over one connection, opened on demand; tries a host's addresses in turn. */
export class TcpSender implements GelfSender {
  readonly #endpoint: GelfEndpoint;
  readonly #deps: TcpSenderDeps;
  readonly #queue = new GelfQueue(QUEUE_BOUNDS);
  /** Written to the connection, but not yet confirmed by the operating system. */
  #inFlight: QueuedMessage[] = [];
  #socket: Socket | undefined;
  #openedAt = 0;
  #state: 'idle' | 'connecting' | 'open' | 'pausing' | 'closed' = 'idle';
  #pauseMs = FIRST_PAUSE_MS;
  #endPause: () => void = () => undefined;
  #unreachable = false;
  #isPumpScheduled = false;
  #drained: (() => void) | undefined;

  constructor(endpoint: GelfEndpoint, deps: TcpSenderDeps) {
    this.#endpoint = endpoint;
    this.#deps = deps;
  }

  send(message: GelfMessage): void {
    const { losses } = this.#deps;
    if (this.#state === 'closed' || this.#drained !== undefined) losses.add(1, 'the handler is closed');
    else if (!this.#queue.push(message)) losses.add(1, 'too many messages are queued for the receiver');
    else this.#schedulePump();
  }

  async close(): Promise<void> {
    if (this.#state === 'closed' || this.#drained !== undefined) return;
    let drain: () => void = () => undefined;
    const drained = new Promise<void>((resolve) => {
      drain = resolve;
    });
    this.#drained = drain;
    if (this.#state === 'pausing') drain();
    else this.#schedulePump();
    await withinASecond(drained, this.#deps.scheduler);
    this.#endPause();
    this.#state = 'closed';
    this.#deps.losses.add(this.#queue.clear() + this.#inFlight.length, STOPPED);
    await this.#end();
    this.#deps.losses.flush();
  }

  /** Closes the connection; data written before is still sent. */
  async #end(): Promise<void> {
    const socket = this.#socket;
    if (socket === undefined) return;
    if (this.#inFlight.length > 0) {
      socket.destroy();
      return;
    }
    socket.ref();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.end();
    await withinASecond(closed, this.#deps.scheduler);
    socket.destroy();
  }

  #schedulePump(): void {
    if (this.#isPumpScheduled) return;
    this.#isPumpScheduled = true;
    setImmediate(() => {
      this.#isPumpScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#state === 'idle' && this.#queue.length > 0) void this.#connect();
    const socket = this.#socket;
    for (let handed = 0; socket !== undefined && !socket.writableNeedDrain; handed++) {
      if (handed === MOST_PER_TURN) {
        this.#schedulePump();
        return;
      }
      const entry = this.#queue.shift();
      if (entry === undefined) break;
      this.#write(socket, entry);
    }
    if (this.#queue.length === 0 && this.#inFlight.length === 0 && this.#state !== 'connecting')
      this.#drained?.();
  }

  #write(socket: Socket, entry: QueuedMessage): void {
    this.#inFlight.push(entry);
    socket.write(`${renderGelfMessage(entry.message)}\0`, (error) => {
      if (error || socket !== this.#socket) return;
      this.#inFlight.shift();
      if (this.#inFlight.length === 0) this.#schedulePump();
    });
  }

  async #connect(): Promise<void> {
    const { lookup = lookupHost, scheduler, clock } = this.#deps;
    this.#state = 'connecting';
    let problem: unknown;
    try {
      for (const address of await findAddresses(this.#endpoint.host, lookup)) {
        try {
          const socket = await connect(address, this.#endpoint.port, scheduler);
          this.#openedAt = clock.now();
          this.#use(socket);
          return;
        } catch (error) {
          problem = error;
        }
      }
    } catch (error) {
      problem = error;
    }
    this.#pause(toError(problem));
  }

  #use(socket: Socket): void {
    if (this.#state === 'closed') {
      socket.destroy();
      return;
    }
    this.#state = 'open';
    this.#socket = socket;
    let problem: Error = new Error('the receiver closed the connection');
    socket.on('error', (error) => {
      problem = error;
    });
    socket.once('close', () => this.#lose(socket, problem));
    socket.on('drain', () => this.#pump());
    // Receivers send nothing, but reading detects that the connection closes.
    socket.resume();
    this.#setUnreachable(false, '');
    this.#pump();
  }

  /** Unconfirmed messages return to the queue: a receiver may get a message twice, but none is lost. */
  #lose(socket: Socket, problem: Error): void {
    if (socket !== this.#socket || this.#state === 'closed') return;
    this.#socket = undefined;
    this.#queue.putBack(this.#inFlight);
    this.#inFlight = [];
    if (this.#deps.clock.now() - this.#openedAt >= STEADY_AFTER_MS) this.#pauseMs = FIRST_PAUSE_MS;
    this.#pause(problem);
  }

  #pause({ message }: Error): void {
    if (this.#state === 'closed') return;
    this.#state = 'pausing';
    this.#setUnreachable(true, message);
    this.#endPause = this.#deps.scheduler.after(this.#pauseMs, () => void this.#connect());
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    this.#drained?.();
  }

  #setUnreachable(unreachable: boolean, reason: string): void {
    if (unreachable === this.#unreachable) return;
    this.#unreachable = unreachable;
    this.#deps.reachable(!unreachable, reason);
  }
}

function connect({ address, family }: HostAddress, port: number, scheduler: Scheduler): Promise<Socket> {
  return new Promise((done, failed) => {
    const socket = connectTcp({ host: address, port, family, noDelay: true });
    const fail = (error: Error): void => {
      cancelTimeout();
      socket.destroy();
      failed(error);
    };
    const cancelTimeout = scheduler.after(CONNECT_WITHIN_MS, () =>
      fail(new Error(`no connection within ${CONNECT_WITHIN_MS / 1000} s`)),
    );
    socket.once('error', fail);
    socket.once('connect', () => {
      cancelTimeout();
      socket.off('error', fail);
      socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS);
      socket.unref();
      done(socket);
    });
  });
}
