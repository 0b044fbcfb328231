// The newest items of a sequence, limited by count and bytes.

/** Drops the oldest items when a limit is exceeded; the newest is always kept. */
export class BoundedList<T> {
  readonly #capacity: number;
  readonly #maxBytes: number;
  #entries: ({ readonly item: T; readonly bytes: number } | undefined)[] = [];
  /** Index of the oldest; empty entries before it are released in bulk. */
  #first = 0;
  #bytes = 0;

  constructor(capacity: number, maxBytes: number) {
    this.#capacity = capacity;
    this.#maxBytes = maxBytes;
  }

  get length(): number {
    return this.#entries.length - this.#first;
  }

  /** `bytes`: the approximate memory of the item. */
  add(item: T, bytes: number): void {
    this.#entries.push({ item, bytes });
    this.#bytes += bytes;
    while (this.length > this.#capacity || (this.#bytes > this.#maxBytes && this.length > 1))
      this.#dropOldest();
  }

  clear(): void {
    this.#entries = [];
    this.#first = 0;
    this.#bytes = 0;
  }

  /** Drops the items that fit, wherever they are. */
  removeWhere(fits: (item: T) => boolean): void {
    const kept = this.#entries.filter((entry) => entry !== undefined && !fits(entry.item));
    if (kept.length === this.length) return;
    this.#entries = kept;
    this.#first = 0;
    this.#bytes = kept.reduce((sum, entry) => sum + (entry?.bytes ?? 0), 0);
  }

  /** Oldest first. */
  all(): T[] {
    return this.#entries.flatMap((entry) => (entry === undefined ? [] : [entry.item]));
  }

  #dropOldest(): void {
    this.#bytes -= this.#entries[this.#first]?.bytes ?? 0;
    this.#entries[this.#first] = undefined;
    this.#first += 1;
    if (this.#first < 1024) return;
    this.#entries = this.#entries.slice(this.#first);
    this.#first = 0;
  }
}
