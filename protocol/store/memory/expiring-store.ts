// Single-use values that expire, in memory: codes, authentication sessions, ids of client assertions.
import { monotonicMs } from '#protocol/clock.ts';
import type { Consumed, ExpiringStore } from '../store.ts';
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

/**
 * Keeps at most `capacity` values; the oldest are dropped first. Expired values are swept during additions,
 * without timers. Realm clocks differ, so a time from one realm says nothing about another's values: the
 * remaining lifetime is computed on each access and measured on the monotonic clock `elapsedMs`.
 */
export function createExpiringStore<T>(
  capacity = 100_000,
  elapsedMs: () => number = monotonicMs,
): ExpiringStore<T> {
  const entries = new Map<string, Entry<T>>();
  let additions = 0;

  const sweep = (): void => {
    const now = elapsedMs();
    for (const [id, entry] of entries) if (entry.sweepAt <= now) entries.delete(id);
  };
  const live = (id: string, now: number): Entry<T> | undefined => {
    const entry = entries.get(id);
    if (entry === undefined) return undefined;
    const leftMs = entry.expiresAt - now;
    if (leftMs > 0) {
      entry.sweepAt = elapsedMs() + leftMs;
      return entry;
    }
    entries.delete(id);
    return undefined;
  };

  return {
    put(id, value, expiresAt, now) {
      // Deleted first, so that a replaced entry becomes the newest.
      entries.delete(id);
      // An identifier is often a substring of a message, which would otherwise stay in memory.
      entries.set(copyText(id), { value, expiresAt, used: false, sweepAt: elapsedMs() + expiresAt - now });
      if (++additions % SWEEP_EVERY === 0) sweep();
      const oldest = entries.keys().next();
      if (entries.size > capacity && !oldest.done) entries.delete(oldest.value);
    },
    find: (id, now) => live(id, now)?.value,
    consume(id, now): Consumed<T> {
      const entry = live(id, now);
      if (entry === undefined) return { state: 'unknown' };
      if (entry.used) return { state: 'used', value: entry.value };
      entry.used = true;
      return { state: 'found', value: entry.value };
    },
    remove(id) {
      entries.delete(id);
    },
    list(fits, now, limit) {
      const found: T[] = [];
      for (const { value, expiresAt, used } of entries.values()) {
        if (found.length >= limit) break;
        if (expiresAt > now && fits(value, used)) found.push(value);
      }
      return found;
    },
  };
}
