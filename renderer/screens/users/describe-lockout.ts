// The lock state of a user, in words.
import type { LockoutWire } from '#protocol/contract/admin-api.ts';
import { describeDuration } from '../../ui/duration.ts';

/** A lock that ends later is permanent: the year 9999, in seconds since the epoch. */
const PERMANENT = 253_402_300_799;

function failures(count: number): string {
  if (count === 0) return 'No failed sign-ins since the last successful one.';
  return count === 1 ? '1 failed sign-in.' : `${count} failed sign-ins.`;
}

/** The state and the remaining time; `nowMs` is the realm's time in milliseconds. */
export function describeLockout(lockout: LockoutWire, nowMs: number): string {
  const { disabled, numFailures, failedLoginNotBefore = 0 } = lockout;
  if (!disabled) return `Not locked. ${failures(numFailures)}`;
  if (failedLoginNotBefore > PERMANENT) return `Locked permanently. ${failures(numFailures)}`;
  const seconds = Math.ceil(failedLoginNotBefore - nowMs / 1000);
  return seconds <= 0
    ? `Locked. ${failures(numFailures)}`
    : `Locked for another ${describeDuration(seconds)}. ${failures(numFailures)}`;
}
