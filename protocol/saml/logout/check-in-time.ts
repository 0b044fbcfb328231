// Checks that a LogoutRequest is current.
import { toIsoText } from '#protocol/clock.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { LogoutRequest } from '../messages/logout-request.ts';

/** Tolerated clock skew. */
const SKEW_MS = 60_000;

/** @throws {SamlStatusError} `stale_request` if expired, too old or from the future. SAML Core §3.7.1. */
export function checkInTime(
  { realm, clock, activity }: Pick<RealmExchange, 'realm' | 'clock' | 'activity'>,
  { issuedAt, notOnOrAfter }: Pick<LogoutRequest, 'issuedAt' | 'notOnOrAfter'>,
): void {
  const now = clock.now();
  const oldest = now - realm.lifespans.accessCodeLogin * 1000;
  const remedy = `Send a new request with a correct clock; the clock of realm ${realm.name} says ${toIsoText(now)}, and it can be moved (Settings, clock).`;
  if (notOnOrAfter !== undefined && now >= notOnOrAfter + SKEW_MS)
    throw stale(`The LogoutRequest was valid until ${toIsoText(notOnOrAfter)}.`, remedy);
  if (issuedAt < oldest - SKEW_MS) {
    throw stale(
      `The LogoutRequest is of ${toIsoText(issuedAt)}, older than accessCodeLifespanLogin of realm ${realm.name} (${realm.lifespans.accessCodeLogin} seconds).`,
      remedy,
    );
  }
  if (issuedAt > now + SKEW_MS)
    throw stale(`The LogoutRequest is of ${toIsoText(issuedAt)}, in the future.`, remedy);
  activity.recordPass('check-issue-instant', `The request is of ${toIsoText(issuedAt)}.`, 'SAML Core §3.2.1');
}

function stale(reason: string, remedy: string): SamlStatusError {
  return new SamlStatusError('stale_request', { reason, remedy, section: 'SAML Core §3.7.1' });
}
