// When clones in the database end.
import type { CloneNote } from '../clone-store.ts';
import { toMilliseconds } from './realm-rows.ts';

/**
 * Part of a lease within which a server does not renew it again. The lease in the database is longer by as much, so that
 * no use is lost.
 */
const RENEWED_AFTER = 0.1;

/** Milliseconds between two renewals of a lease by one server. */
export function renewalInterval(leaseMs: number): number {
  return leaseMs * RENEWED_AFTER;
}

/** When the lease of a clone ends that is used now; undefined for one without a lease. Milliseconds. */
export function leaseEnd({ leaseMs }: CloneNote, now: number): number | undefined {
  return leaseMs === undefined ? undefined : toMilliseconds(now + leaseMs + renewalInterval(leaseMs));
}
