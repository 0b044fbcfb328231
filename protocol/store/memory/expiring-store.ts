// Single-use values that expire, in memory: codes, authentication sessions, ids of client assertions.
import { monotonicMs } from '#protocol/clock.ts';
import type { Consumed, ExpiringStore, RealmValue, Store } from '../store.ts';
import { copyText } from './copy-text.ts';

interface Entry<T> {
  readonly value: T;
  /** On the clock of the value's realm. */
  readonly expiresAt: number;
  used: boolean;
  /** When it may be swept, on the process's clock. */
  sweepAt: number;
}

/** Additions between two sweeps of expired values. */
const SWEEP_EVERY = 1024;

const DEFAULT_CAPACITY = 100_000;

/** An expiring store whose values of one realm can be dropped. */
export interface DroppableStore<T extends RealmValue> extends ExpiringStore<T> {
  /** Drops all values of a realm, used or not. Free of cost when there are none. */
  removeRealm(realmId: string): void;
}

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

/**
 * Keeps at most `capacity` values; the oldest are dropped first. Expired values are swept during additions,
 * without timers. Realm clocks differ, so a time from one realm says nothing about another's values: the
 * remaining lifetime is computed on each access and measured on the monotonic clock `elapsedMs`.
 */
export function createExpiringStore<T extends RealmValue>(
  capacity: number = DEFAULT_CAPACITY,
  elapsedMs: () => number = monotonicMs,
): DroppableStore<T> {
  const entries = new Map<string, Entry<T>>();
  const counts = new RealmCounts();
  let additions = 0;

  const remove = (id: string): void => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.delete(id);
    counts.add(entry.value.realmId, -1);
  };
  const sweep = (): void => {
    const now = elapsedMs();
    for (const [id, entry] of entries) if (entry.sweepAt <= now) remove(id);
  };
  const live = (id: string, now: number): Entry<T> | undefined => {
    const entry = entries.get(id);
    if (entry === undefined) return undefined;
    const leftMs = entry.expiresAt - now;
    if (leftMs > 0) {
      entry.sweepAt = elapsedMs() + leftMs;
      return entry;
    }
    remove(id);
    return undefined;
  };

  return {
    put(id, value, expiresAt, now) {
      // Removed first, so that a replaced entry becomes the newest.
      remove(id);
      // An identifier is often a substring of a message, which would otherwise stay in memory.
      entries.set(copyText(id), { value, expiresAt, used: false, sweepAt: elapsedMs() + expiresAt - now });
      counts.add(value.realmId, 1);
      if (++additions % SWEEP_EVERY === 0) sweep();
      const oldest = entries.keys().next();
      if (entries.size > capacity && !oldest.done) remove(oldest.value);
    },
    find: (id, now) => live(id, now)?.value,
    consume(id, now): Consumed<T> {
      const entry = live(id, now);
      if (entry === undefined) return { state: 'unknown' };
      if (entry.used) return { state: 'used', value: entry.value };
      entry.used = true;
      return { state: 'found', value: entry.value };
    },
    remove,
    list(fits, now, limit) {
      const found: T[] = [];
      for (const { value, expiresAt, used } of entries.values()) {
        if (found.length >= limit) break;
        if (expiresAt > now && fits(value, used)) found.push(value);
      }
      return found;
    },
    removeRealm(realmId) {
      if (!counts.has(realmId)) return;
      for (const [id, { value }] of entries) if (value.realmId === realmId) remove(id);
    },
  };
}

/** The expiring stores of one store; `elapsedMs` as in {@link createExpiringStore}. */
export function createExpiringStores(
  elapsedMs?: () => number,
): Pick<Store, 'createExpiringStore' | 'dropExpiring'> {
  const stores: Pick<DroppableStore<RealmValue>, 'removeRealm'>[] = [];
  return {
    createExpiringStore<T extends RealmValue>(capacity?: number) {
      const store = createExpiringStore<T>(capacity, elapsedMs);
      stores.push(store);
      return store;
    },
    dropExpiring(realmId) {
      for (const store of stores) store.removeRealm(realmId);
    },
  };
}
