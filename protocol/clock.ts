// The only place that reads the time: the process clock, and per-realm clocks that can be moved.

/** A source of time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A clock that runs beside another one at a distance that can be changed. */
export interface MovableClock extends Clock {
  /** Milliseconds that this clock is ahead of the one it follows; negative when behind. */
  readonly offsetMs: number;
  /** Moves the clock. @throws {TypeError} when the offset is not a finite number. */
  setOffsetMs(offsetMs: number): void;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Whole seconds since the epoch, as JWT claims want them (RFC 7519 §2, NumericDate). */
export function nowInSeconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}

/** A clock that follows `base` at `offsetMs` milliseconds. */
export function createMovableClock(base: Clock, offsetMs = 0): MovableClock {
  let offset = offsetMs;
  return {
    now: () => base.now() + offset,
    get offsetMs() {
      return offset;
    },
    setOffsetMs(next: number) {
      if (!Number.isFinite(next)) throw new TypeError('offsetMs must be a finite number of milliseconds');
      offset = next;
    },
  };
}

/** ISO 8601 text of an instant in milliseconds. */
export function toIsoText(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

/** Milliseconds from a monotonic source, for durations; its zero means nothing. */
export function monotonicMs(): number {
  return performance.now();
}
