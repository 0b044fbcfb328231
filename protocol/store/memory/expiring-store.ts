// Things that live in memory for a while and are taken once: codes, sign-ins in progress, ids of client assertions.
import { monotonicMs } from '#protocol/clock.ts';
import type { Consumed, ExpiringStore } from '../store.ts';
import { copyText } from './copy-text.ts';

interface Entry<T> {
  readonly value: T;
  /** On the clock of the realm that the thing belongs to. */
  readonly expiresAt: number;
  used: boolean;
  /** When it may be swept, on the process's own clock. */
  sweepAt: number;
}

/** How many additions go by between two sweeps of what has expired. */
const SWEEP_EVERY = 1024;

/**
 * A memory for at most `capacity` things; the oldest go first. Expired things are swept as others come, without timers.
 * Realm clocks differ, so the time that one realm's question brings says nothing about the things of another: what is left of a thing's life
 * is worked out when it comes and when somebody asks for it, and counted on `elapsedMs`, a clock that nobody moves.
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
      // Deleted first, so that a replaced entry counts as the newest.
      entries.delete(id);
      // A copy: an identifier is often a part of a message, which would stay in memory with it.
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
      for (const { value, expiresAt } of entries.values()) {
        if (found.length >= limit) break;
        if (expiresAt > now && fits(value)) found.push(value);
      }
      return found;
    },
  };
}
