// Refusals shared by the client authentication methods, in Keycloak's words, with remedies.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Remedy } from '#protocol/errors/remedy.ts';

/** The same text for unknown clients and wrong secrets. */
export const INVALID_CREDENTIALS = 'Invalid client or Invalid client credentials';

/** 401 `invalid_client`: the client is unknown, disabled or uses another authenticator. RFC 6749 §5.2. */
export function invalidClient(reason: string, remedy: Remedy): OAuthError {
  return new OAuthError('invalid_client', { status: 401, description: INVALID_CREDENTIALS, reason, remedy });
}

/** 401 `unauthorized_client`. Compat: Keycloak's code; RFC 6749 §5.2 has `invalid_client`. */
export function wrongSecret(reason: string, remedy: Remedy): OAuthError {
  return new OAuthError('unauthorized_client', {
    status: 401,
    description: INVALID_CREDENTIALS,
    reason,
    remedy,
  });
}

/** 400 `unauthorized_client`: the client has no secret or key to check against. */
export function setupRequired(reason: string, remedy: Remedy): OAuthError {
  return new OAuthError('unauthorized_client', {
    status: 400,
    description: 'Client credentials setup required',
    reason,
    remedy,
  });
}

/** What every assertion needs; used when no more specific remedy is known. */
const DEFAULT_REMEDY =
  'Send a JWT signed by the client as client_assertion, beside client_assertion_type: iss and sub are its client_id, aud is the realm’s issuer, exp is near, jti is new each time.';

/** 400 `invalid_client`: the client assertion is rejected. RFC 7523 §3. */
export function invalidAssertion(
  description: string,
  details: { reason?: string; remedy?: string; cause?: unknown } = {},
): OAuthError {
  return new OAuthError('invalid_client', {
    status: 400,
    description,
    remedy: DEFAULT_REMEDY,
    section: 'RFC 7523 §3',
    ...details,
  });
}
