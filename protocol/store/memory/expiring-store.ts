// Things that live in memory for a while and are taken once: codes, sign-ins in progress, ids of client assertions.
import type { Consumed, ExpiringStore } from '../store.ts';

interface Entry<T> {
  readonly value: T;
  readonly expiresAt: number;
  used: boolean;
}

/** How many additions go by between two sweeps of what has expired. */
const SWEEP_EVERY = 1024;

/** A memory for at most `capacity` things; the oldest go first. Expired things are swept as others come, without timers. */
export function createExpiringStore<T>(capacity = 100_000): ExpiringStore<T> {
  const entries = new Map<string, Entry<T>>();
  let additions = 0;

  const sweep = (now: number): void => {
    for (const [id, entry] of entries) if (entry.expiresAt <= now) entries.delete(id);
  };
  const live = (id: string, now: number): Entry<T> | undefined => {
    const entry = entries.get(id);
    if (entry === undefined || entry.expiresAt > now) return entry;
    entries.delete(id);
    return undefined;
  };

  let latestNow = 0;
  return {
    put(id, value, expiresAt) {
      // Deleted first, so that a replaced entry counts as the newest.
      entries.delete(id);
      entries.set(id, { value, expiresAt, used: false });
      if (++additions % SWEEP_EVERY === 0) sweep(latestNow);
      const oldest = entries.keys().next();
      if (entries.size > capacity && !oldest.done) entries.delete(oldest.value);
    },
    find(id, now) {
      latestNow = now;
      return live(id, now)?.value;
    },
    consume(id, now): Consumed<T> {
      latestNow = now;
      const entry = live(id, now);
      if (entry === undefined) return { state: 'unknown' };
      if (entry.used) return { state: 'used', value: entry.value };
      entry.used = true;
      return { state: 'found', value: entry.value };
    },
    remove(id) {
      entries.delete(id);
    },
  };
}
