// The lock state of a user, in words.
import type { LockoutWire } from '#protocol/contract/admin-api.ts';
import { text } from '../../texts/text.ts';
import { describeDuration } from '../../ui/duration.ts';

/** A lock that ends later is permanent: the year 9999, in seconds since the epoch. */
const PERMANENT = 253_402_300_799;

const describeFailures = (count: number): string =>
  count === 0 ? text('users:lockout.noFailures') : text('users:lockout.failures', { count });

/** The state and the remaining time; `nowMs` is the realm's time in milliseconds. */
export function describeLockout(lockout: LockoutWire, nowMs: number): string {
  const { disabled, numFailures, failedLoginNotBefore = 0 } = lockout;
  const failures = describeFailures(numFailures);
  if (!disabled) return text('users:lockout.notLocked', { failures });
  if (failedLoginNotBefore > PERMANENT) return text('users:lockout.permanent', { failures });
  const seconds = Math.ceil(failedLoginNotBefore - nowMs / 1000);
  return seconds <= 0
    ? text('users:lockout.locked', { failures })
    : text('users:lockout.lockedFor', { duration: describeDuration(seconds), failures });
}
