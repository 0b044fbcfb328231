// Values that expire, in memory: codes, authentication sessions, ids of client assertions.
import { monotonicMs } from '#protocol/clock.ts';
import type { KindOptions } from '../kind-options.ts';
import type { PlainData } from '../plain-data.ts';
import type { Consumed, ExpiringStore, RealmValue, Store } from '../store.ts';
import { copyText } from './copy-text.ts';

/** What a value becomes when it is stored, and again when it is read. */
type CopyValue = <T>(value: T) => T;

/** How the values of a store are kept. */
export interface ExpiringOptions {
  /** The clock by which expired values are swept, in milliseconds. Default: the monotonic clock. */
  readonly elapsedMs?: () => number;
  /** Default: the value itself. Tests give the copy that a database would make. */
  readonly copyValue?: CopyValue;
}

interface Entry<T> {
  value: T;
  /** On the clock of the value's realm. */
  expiresAt: number;
  used: boolean;
  /** When it may be swept, on the process's clock. */
  sweepAt: number;
}

/** Additions between two sweeps of expired values. */
const SWEEP_EVERY = 1024;

const DEFAULT_CAPACITY = 100_000;

/** How many entries each realm has. */
class RealmCounts {
  readonly #counts = new Map<string, number>();

  has(realmId: string): boolean {
    return this.#counts.has(realmId);
  }

  add(realmId: string, change: 1 | -1): void {
    const count = (this.#counts.get(realmId) ?? 0) + change;
    if (count === 0) this.#counts.delete(realmId);
    else this.#counts.set(realmId, count);
  }
}

/** One key for both, which no other pair has: the length says where the realm's id ends. */
function keyOf(realmId: string, id: string): string {
  return `${realmId.length} ${realmId}${id}`;
}

/**
 * The entries by key, oldest first. Expired ones are swept during additions, without timers. Realm clocks differ, so a
 * time from one realm says nothing about another's values: the remaining lifetime is computed on each access and
 * measured on the clock `elapsedMs`.
 */
class Entries<T extends RealmValue> {
  readonly #byKey = new Map<string, Entry<T>>();
  readonly #counts = new RealmCounts();
  readonly #capacity: number;
  readonly #elapsedMs: () => number;
  #additions = 0;

  constructor(capacity: number, elapsedMs: () => number) {
    this.#capacity = capacity;
    this.#elapsedMs = elapsedMs;
  }

  values(): Iterable<Entry<T>> {
    return this.#byKey.values();
  }

  /** Replaces an entry by one that is unused and the newest. */
  put(key: string, value: T, expiresAt: number, now: number): void {
    this.remove(key);
    const sweepAt = this.#elapsedMs() + expiresAt - now;
    // An identifier is often a substring of a message, which would otherwise stay in memory.
    this.#byKey.set(copyText(key), { value, expiresAt, used: false, sweepAt });
    this.#counts.add(value.realmId, 1);
    if (++this.#additions % SWEEP_EVERY === 0) this.#sweep();
    const oldest = this.#byKey.keys().next();
    if (this.#byKey.size > this.#capacity && !oldest.done) this.remove(oldest.value);
  }

  /** Undefined, and removed, if the entry has expired. */
  live(key: string, now: number): Entry<T> | undefined {
    const entry = this.#byKey.get(key);
    if (entry === undefined) return undefined;
    const leftMs = entry.expiresAt - now;
    if (leftMs > 0) {
      entry.sweepAt = this.#elapsedMs() + leftMs;
      return entry;
    }
    this.remove(key);
    return undefined;
  }

  remove(key: string): void {
    const entry = this.#byKey.get(key);
    if (entry === undefined) return;
    this.#byKey.delete(key);
    this.#counts.add(entry.value.realmId, -1);
  }

  /** Free of cost when the realm has none. */
  removeRealm(realmId: string): void {
    if (!this.#counts.has(realmId)) return;
    for (const [key, { value }] of this.#byKey) if (value.realmId === realmId) this.remove(key);
  }

  #sweep(): void {
    const now = this.#elapsedMs();
    for (const [key, entry] of this.#byKey) if (entry.sweepAt <= now) this.remove(key);
  }
}

/** @throws {TypeError} for what `update` must not return. */
function checkChanged(
  value: RealmValue,
  realmId: string,
  expiresAt: number | undefined,
): asserts expiresAt is number {
  if (value.realmId !== realmId) throw new TypeError('a value stays in its realm');
  if (expiresAt === undefined) throw new TypeError('a new value needs an expiry');
}

const itself: CopyValue = (value) => value;

/** Each call reads and changes in one go, so concurrent callers of one process follow each other. */
export function createExpiringStore<T extends RealmValue>(
  capacity: number = DEFAULT_CAPACITY,
  { elapsedMs = monotonicMs, copyValue = itself }: ExpiringOptions = {},
): ExpiringStore<T> {
  const entries = new Entries<T>(capacity, elapsedMs);
  return {
    async put(id, value, expiresAt, now) {
      entries.put(keyOf(value.realmId, id), copyValue(value), expiresAt, now);
    },
    async add(id, value, expiresAt, now) {
      const key = keyOf(value.realmId, id);
      if (entries.live(key, now) !== undefined) return false;
      entries.put(key, copyValue(value), expiresAt, now);
      return true;
    },
    async find(realmId, id, now) {
      const entry = entries.live(keyOf(realmId, id), now);
      return entry && copyValue(entry.value);
    },
    async consume(realmId, id, now): Promise<Consumed<T>> {
      const entry = entries.live(keyOf(realmId, id), now);
      if (entry === undefined) return { state: 'unknown' };
      const state = entry.used ? 'used' : 'found';
      entry.used = true;
      return { state, value: copyValue(entry.value) };
    },
    async update(realmId, id, now, change) {
      const key = keyOf(realmId, id);
      const entry = entries.live(key, now);
      const decision = change(entry && copyValue(entry.value));
      const { value, expiresAt = entry?.expiresAt } = decision;
      if (value === 'removed') entries.remove(key);
      else if (value !== undefined) {
        checkChanged(value, realmId, expiresAt);
        if (entry === undefined) entries.put(key, copyValue(value), expiresAt, now);
        else Object.assign(entry, { value: copyValue(value), expiresAt });
      }
      return decision.result;
    },
    async remove(realmId, id) {
      entries.remove(keyOf(realmId, id));
    },
    async clear(realmId) {
      entries.removeRealm(realmId);
    },
    async list(realmId, fits, now, limit) {
      const found: T[] = [];
      for (const { value, expiresAt, used } of entries.values()) {
        if (found.length >= limit) break;
        if (value.realmId === realmId && expiresAt > now && fits(value, used)) found.push(copyValue(value));
      }
      return found;
    },
  };
}

/** The expiring stores of one store, by kind. */
export function createExpiringStores(
  options?: ExpiringOptions,
): Pick<Store, 'createExpiringStore' | 'dropExpiring'> {
  const stores = new Map<string, ExpiringStore<RealmValue>>();
  return {
    createExpiringStore<T extends RealmValue & PlainData<T>>(kind: string, { capacity }: KindOptions = {}) {
      const known = stores.get(kind) as ExpiringStore<T> | undefined;
      if (known !== undefined) return known;
      const store = createExpiringStore<T>(capacity, options);
      // Whoever asks for the kind names the type of its values.
      stores.set(kind, store as unknown as ExpiringStore<RealmValue>);
      return store;
    },
    async dropExpiring(realmId) {
      await Promise.all([...stores.values()].map((store) => store.clear(realmId)));
    },
  };
}
