// A queue of messages waiting for their receiver, limited by number and size.
import type { GelfMessage } from './gelf-message.ts';
import { countChars, shortenMessage } from './gelf-shorten.ts';

/** Sizes are characters. */
export interface GelfQueueBounds {
  readonly mostMessages: number;
  /** Total size. */
  readonly mostChars: number;
  /** Longer messages are shortened. */
  readonly mostMessageChars: number;
}

export interface QueuedMessage {
  readonly message: GelfMessage;
  readonly chars: number;
}

/** First in, first out; messages that could not be sent are put back at the front. */
export class GelfQueue {
  readonly #bounds: GelfQueueBounds;
  #entries: QueuedMessage[] = [];
  /** Index of the first queued entry; earlier ones are gone. */
  #head = 0;
  #chars = 0;

  constructor(bounds: GelfQueueBounds) {
    this.#bounds = bounds;
  }

  get length(): number {
    return this.#entries.length - this.#head;
  }

  /** Returns false, without adding the message, when there is no room. */
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

  /** Removes the oldest message. */
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

  /** Puts removed messages back at the front, oldest first. Limits do not apply: they were queued before. */
  putBack(entries: readonly QueuedMessage[]): void {
    this.#entries = [...entries, ...this.#entries.slice(this.#head)];
    this.#head = 0;
    for (const { chars } of entries) this.#chars += chars;
  }

  /** Empties the queue and returns the number of messages removed. */
  clear(): number {
    const count = this.length;
    this.#entries = [];
    this.#head = 0;
    this.#chars = 0;
    return count;
  }
}
