// The only place that reads the time: the process clock, and realm clocks that can be moved.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A clock that follows another one at an adjustable offset. */
export interface MovableClock extends Clock {
  /** Milliseconds ahead of the base clock; negative when behind. */
  readonly offsetMs: number;
  /** @throws {TypeError} when the offset is not a finite number. */
  setOffsetMs(offsetMs: number): void;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Whole seconds since the epoch, as JWT claims require (RFC 7519 §2, NumericDate). */
export function nowInSeconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}

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

export function toIsoText(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

/** Milliseconds from a monotonic source, for durations; its zero point is arbitrary. */
export function monotonicMs(): number {
  return performance.now();
}
