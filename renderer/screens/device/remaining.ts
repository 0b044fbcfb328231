// Remaining lifetimes by the realm's clock, without a request every second.
import { text } from '../../texts/text.ts';

/** A reading of the realm's clock, and when it was taken by the window's monotonic clock; milliseconds. */
export interface TimeReading {
  /** The realm's time. */
  readonly now: number;
  readonly loadedAt: number;
  /** Whether the realm's time stands still. */
  readonly frozen: boolean;
}

/** The realm's time at `steadyMs` of the monotonic clock, which is independent of the system clock. */
export function realmNow(reading: TimeReading, steadyMs: number): number {
  return reading.frozen ? reading.now : reading.now + Math.max(0, steadyMs - reading.loadedAt);
}

/** A smaller difference between readings is network latency, not a changed clock. */
const SAME_CLOCK_MS = 300;

/** The reading to use: the earlier one, unless the later one shows that the realm's clock was changed or frozen. */
export function keepReading(earlier: TimeReading, later: TimeReading): TimeReading {
  if (earlier.frozen !== later.frozen) return later;
  const drift = later.now - realmNow(earlier, later.loadedAt);
  return Math.abs(drift) < SAME_CLOCK_MS ? earlier : later;
}

/** Seconds until `expiresAt`, rounded up; 0 after it. */
export function remainingSeconds(expiresAt: number, now: number): number {
  return Math.max(0, Math.ceil((expiresAt - now) / 1000));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Formats seconds as a clock: `1:43`, `1:02:05`. */
export function describeClock(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = twoDigits(seconds % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${twoDigits(minutes)}:${rest}`;
}

/** `1:43 left`, `expired`. */
export function describeRemaining(seconds: number): string {
  return seconds <= 0
    ? text('device:remaining.expired')
    : text('device:remaining.left', { time: describeClock(seconds) });
}

/** The remaining part of a lifetime in percent, from 100 to 0. */
export function remainingPercent(receivedAt: number, expiresAt: number, now: number): number {
  const lifetime = expiresAt - receivedAt;
  if (lifetime <= 0) return 0;
  return Math.min(100, Math.max(0, ((expiresAt - now) / lifetime) * 100));
}
