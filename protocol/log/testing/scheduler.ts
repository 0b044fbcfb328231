// Test support: a clock and timers that advance only when a test says so.
import type { Clock } from '#protocol/clock.ts';
import type { Scheduler } from '../handlers/scheduler.ts';

/** Manually advanced time. */
export interface TestScheduler extends Scheduler, Clock {
  /** Advances time by `ms` and runs due callbacks in order. */
  advance(ms: number): void;
  /** Number of pending callbacks. */
  readonly waiting: number;
}

/** Starts at 2026-01-31T12:00:00Z. */
export function createTestScheduler(): TestScheduler {
  let now = Date.UTC(2026, 0, 31, 12);
  const due = new Map<symbol, { at: number; callback: () => void }>();
  const next = (until: number): [symbol, { at: number; callback: () => void }] | undefined =>
    [...due].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
  return {
    now: () => now,
    after(delayMs, callback) {
      const key = Symbol();
      due.set(key, { at: now + delayMs, callback });
      return () => due.delete(key);
    },
    advance(ms) {
      const until = now + ms;
      for (let entry = next(until); entry !== undefined; entry = next(until)) {
        due.delete(entry[0]);
        now = entry[1].at;
        entry[1].callback();
      }
      now = until;
    },
    get waiting() {
      return due.size;
    },
  };
}
