// How long something is still good, by the realm's clock and without asking the server every second.

/** What the server's time was, and when that was by this window's steady clock; both in milliseconds. */
export interface TimeReading {
  /** The realm's time. */
  readonly now: number;
  readonly loadedAt: number;
}

/** The realm's time at `steadyMs`, a later instant of the window's steady clock: changes of the computer's own clock do not matter. */
export function realmNow(reading: TimeReading, steadyMs: number): number {
  return reading.now + Math.max(0, steadyMs - reading.loadedAt);
}

/** Two readings that differ by less than this are the same clock, read over a network. */
const SAME_CLOCK_MS = 300;

/** The reading to count on with: the earlier one, unless the later shows that the realm's clock was moved. */
export function keepReading(earlier: TimeReading, later: TimeReading): TimeReading {
  const drift = later.now - realmNow(earlier, later.loadedAt);
  return Math.abs(drift) < SAME_CLOCK_MS ? earlier : later;
}

/** Whole seconds until `expiresAt`, the one that has begun included; 0 when it is over. */
export function remainingSeconds(expiresAt: number, now: number): number {
  return Math.max(0, Math.ceil((expiresAt - now) / 1000));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Seconds as a clock: `1:43`, `1:02:05`. */
export function describeClock(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = twoDigits(seconds % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${twoDigits(minutes)}:${rest}`;
}

/** `1:43 left`, `expired`. */
export function describeRemaining(seconds: number): string {
  return seconds <= 0 ? 'expired' : `${describeClock(seconds)} left`;
}

/** What is left of a lifetime, from 100 down to 0. */
export function remainingPercent(receivedAt: number, expiresAt: number, now: number): number {
  const lifetime = expiresAt - receivedAt;
  if (lifetime <= 0) return 0;
  return Math.min(100, Math.max(0, ((expiresAt - now) / lifetime) * 100));
}
