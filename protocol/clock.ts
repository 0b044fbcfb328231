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

/** What passed between two instants, in milliseconds: after `from`, up to and including `to`. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export function isWithin({ from, to }: Period, instantMs: number): boolean {
  return from < instantMs && instantMs <= to;
}

export function toIsoText(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Milliseconds since the epoch of an ISO 8601 instant, `2030-01-31T12:00:00Z`; undefined for a text without a time
 * zone, whose instant would depend on the machine, and for a day or time that does not exist.
 */
export function parseInstant(text: string): number | undefined {
  const day = INSTANT.exec(text)?.[1];
  const instantMs = day === undefined ? Number.NaN : Date.parse(text);
  // A day that the month does not have would count as one of the next month.
  if (Number.isNaN(instantMs) || toIsoText(Date.parse(`${day}T00:00:00Z`)).slice(0, 10) !== day)
    return undefined;
  return instantMs;
}

/** Milliseconds from a monotonic source, for durations; its zero point is arbitrary. */
export function monotonicMs(): number {
  return performance.now();
}
