// Whether a user is locked, in words.
import type { LockoutWire } from '#protocol/contract/admin-api.ts';
import { describeDuration } from '../../ui/duration.ts';

/** Beyond this a lock has no end, in seconds since the epoch: the year 9999. */
const FOR_GOOD = 253_402_300_799;

function failures(count: number): string {
  if (count === 0) return 'No wrong password since the last sign-in.';
  return count === 1 ? 'One wrong password.' : `${count} wrong passwords.`;
}

/** The state and the remaining time by the realm's clock, `nowMs` in milliseconds. */
export function describeLockout(lockout: LockoutWire, nowMs: number): string {
  const { disabled, numFailures, failedLoginNotBefore = 0 } = lockout;
  if (!disabled) return `Not locked. ${failures(numFailures)}`;
  if (failedLoginNotBefore > FOR_GOOD) return `Locked for good. ${failures(numFailures)}`;
  const seconds = Math.ceil(failedLoginNotBefore - nowMs / 1000);
  return seconds <= 0
    ? `Locked. ${failures(numFailures)}`
    : `Locked for another ${describeDuration(seconds)}. ${failures(numFailures)}`;
}
