// The refusals that several ways of client authentication share, in Keycloak's words, with what would accept the request.
import { OAuthError } from '#protocol/errors/oauth-error.ts';

/** The one sentence for unknown clients and wrong secrets alike. */
export const INVALID_CREDENTIALS = 'Invalid client or Invalid client credentials';

/** The client is unknown, disabled or of another authenticator: 401 `invalid_client`. RFC 6749 §5.2. */
export function invalidClient(reason: string, remedy: string): OAuthError {
  return new OAuthError('invalid_client', { status: 401, description: INVALID_CREDENTIALS, reason, remedy });
}

/** The client is known, its secret missing or wrong: 401 `unauthorized_client`. Compat: Keycloak's code for this, where RFC 6749 §5.2 has `invalid_client`. */
export function wrongSecret(reason: string, remedy: string): OAuthError {
  return new OAuthError('unauthorized_client', {
    status: 401,
    description: INVALID_CREDENTIALS,
    reason,
    remedy,
  });
}

/** The client has nothing to check credentials against: 400 `unauthorized_client`. */
export function setupRequired(reason: string, remedy: string): OAuthError {
  return new OAuthError('unauthorized_client', {
    status: 400,
    description: 'Client credentials setup required',
    reason,
    remedy,
  });
}

/** What every accepted assertion has; the remedy where nothing more special is known. */
const WHOLE_RECIPE =
  'Send a JWT signed by the client as client_assertion, beside client_assertion_type: iss and sub are its client_id, aud is the realm’s issuer, exp is near, jti is new each time.';

/** A client assertion that is not accepted: 400 `invalid_client`. RFC 7523 §3. */
export function invalidAssertion(
  description: string,
  details: { reason?: string; remedy?: string; cause?: unknown } = {},
): OAuthError {
  return new OAuthError('invalid_client', {
    status: 400,
    description,
    remedy: WHOLE_RECIPE,
    section: 'RFC 7523 §3',
    ...details,
  });
}
