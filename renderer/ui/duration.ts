// Durations in words, and their conversion to and from whole seconds.
import { text } from '../texts/text.ts';

/** Selectable units, in seconds, smallest first. */
export const DURATION_UNITS = [
  { seconds: 1, count: 'ui:duration.second', many: 'ui:duration.seconds', short: 's' },
  { seconds: 60, count: 'ui:duration.minute', many: 'ui:duration.minutes', short: 'min' },
  { seconds: 3600, count: 'ui:duration.hour', many: 'ui:duration.hours', short: 'h' },
  { seconds: 86_400, count: 'ui:duration.day', many: 'ui:duration.days', short: 'd' },
] as const;

/** A duration as a multiple of a unit; `unit` is in seconds. */
interface AmountOfUnit {
  readonly amount: number;
  readonly unit: number;
}

/** Splits a duration into the largest unit that divides it, and the multiple. */
export function splitDuration(seconds: number): AmountOfUnit {
  const unit = DURATION_UNITS.findLast((candidate) => seconds > 0 && seconds % candidate.seconds === 0);
  return unit === undefined
    ? { amount: seconds, unit: 1 }
    : { amount: seconds / unit.seconds, unit: unit.seconds };
}

/** A duration in its two largest units: `10 hours`, `1 day 2 hours`, `under a second`. */
export function describeDuration(seconds: number): string {
  const parts: string[] = [];
  let rest = Math.floor(seconds);
  for (const { seconds: size, count } of [...DURATION_UNITS].reverse()) {
    const amount = Math.floor(rest / size);
    // Two adjacent units are precise enough.
    if (amount > 0 && parts.length < 2) parts.push(text(count, { count: amount }));
    else if (parts.length > 0) break;
    rest -= amount * size;
  }
  return parts.length === 0 ? text('ui:duration.underSecond') : parts.join(' ');
}

/** An instant relative to now, both in milliseconds: `5 min ago`, `in 2 h`, `now`. */
export function describeInstant(instantMs: number, nowMs: number): string {
  const seconds = Math.round((nowMs - instantMs) / 1000);
  const unit = DURATION_UNITS.findLast((candidate) => Math.abs(seconds) >= candidate.seconds);
  if (unit === undefined) return text('ui:instant.now');
  const amount = `${Math.floor(Math.abs(seconds) / unit.seconds)} ${unit.short}`;
  return text(seconds > 0 ? 'ui:instant.ago' : 'ui:instant.in', { amount });
}
