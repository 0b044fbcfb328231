// Messages that wait for their receiver: a queue with bounds on count and size, which refuses what does not fit.
import type { GelfMessage } from './gelf-message.ts';
import { countChars, shortenMessage } from './gelf-shorten.ts';

/** Bounds of a queue. */
export interface GelfQueueBounds {
  readonly mostMessages: number;
  /** Of all texts together. */
  readonly mostChars: number;
  /** Of one message; a longer one is shortened. */
  readonly mostMessageChars: number;
}

/** A message and its size. */
export interface QueuedMessage {
  readonly message: GelfMessage;
  readonly chars: number;
}

/** First in, first out; what is taken out and could not be sent goes back to the front. */
export class GelfQueue {
  readonly #bounds: GelfQueueBounds;
  #entries: QueuedMessage[] = [];
  /** Where the first waiting entry is; those before it are gone. */
  #head = 0;
  #chars = 0;

  constructor(bounds: GelfQueueBounds) {
    this.#bounds = bounds;
  }

  get length(): number {
    return this.#entries.length - this.#head;
  }

  /** False when there is no room; the message is not taken then. */
  push(given: GelfMessage): boolean {
    if (this.length >= this.#bounds.mostMessages) return false;
    const surplus = countChars(given) - this.#bounds.mostMessageChars;
    const message = surplus > 0 ? shortenMessage(given, surplus) : given;
    const chars = countChars(message);
    if (this.#chars + chars > this.#bounds.mostChars) return false;
    this.#entries.push({ message, chars });
    this.#chars += chars;
    return true;
  }

  /** The oldest message, taken out. */
  shift(): QueuedMessage | undefined {
    const entry = this.#entries[this.#head];
    if (entry === undefined) return undefined;
    this.#head += 1;
    this.#chars -= entry.chars;
    if (this.#head > 1024 || this.#head === this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    return entry;
  }

  /** Puts messages that were taken out back to the front, oldest first. They have room: they were in before. */
  putBack(entries: readonly QueuedMessage[]): void {
    this.#entries = [...entries, ...this.#entries.slice(this.#head)];
    this.#head = 0;
    for (const { chars } of entries) this.#chars += chars;
  }

  /** Empties the queue and says how many messages there were. */
  clear(): number {
    const count = this.length;
    this.#entries = [];
    this.#head = 0;
    this.#chars = 0;
    return count;
  }
}
