// Asks other servers to write what waits in their streams, so that it can be read here.
import { randomUUID } from 'node:crypto';
import type { Signal } from '../server-stream.ts';

/** Milliseconds for which the others are waited for at most: one that has ended is counted for some seconds. */
const LIMIT_MS = 250;

/** What servers say to each other about a stream. */
export interface FlushMessage {
  readonly kind: 'request' | 'answer';
  /** Which request. */
  readonly id: string;
  readonly stream: string;
}

export interface FlushRequestDeps {
  readonly signal: Signal<FlushMessage>;
  /** How many other servers can be expected to answer. */
  countOthers(): number;
  /** Resolves when others can read what this server has appended to a stream. Never rejects. */
  flush(stream: string): Promise<void>;
}

/** The requests of this server, and its answers to those of others. */
export class FlushRequests {
  readonly #deps: FlushRequestDeps;
  /** What is called with each answer, by the id of the request. */
  readonly #waiting = new Map<string, () => void>();

  constructor(deps: FlushRequestDeps) {
    this.#deps = deps;
    deps.signal.listen((message, isOwn) => {
      if (isOwn) return;
      if (message.kind === 'answer') this.#waiting.get(message.id)?.();
      else void this.#answer(message);
    });
  }

  /** Resolves when all others have written what they had appended to the stream, or after {@link LIMIT_MS}. */
  ask(stream: string): Promise<void> {
    let missing = this.#deps.countOthers();
    if (missing === 0) return Promise.resolve();
    const id = randomUUID();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(end, LIMIT_MS);
      this.#waiting.set(id, () => {
        missing -= 1;
        if (missing === 0) end();
      });
      this.#deps.signal.send({ kind: 'request', id, stream });
    });
  }

  async #answer({ id, stream }: FlushMessage): Promise<void> {
    await this.#deps.flush(stream);
    this.#deps.signal.send({ kind: 'answer', id, stream });
  }
}
