// Refusals of request objects and request URIs.
import type { OAuthErrorCode } from '#protocol/contract/oauth-errors.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Remedy } from '#protocol/errors/remedy.ts';

interface RequestRefusal {
  readonly code?: Extract<OAuthErrorCode, 'invalid_request_object' | 'invalid_request_uri'>;
  /** Compat: Keycloak's page shows only this text. */
  readonly description?: string;
  readonly section?: string;
}

/** `description` is for the user, `reason` and `remedy` are for the developer (RFC 9101 §6). */
export function refuseRequest(reason: string, remedy: Remedy, refusal: RequestRefusal = {}): OAuthError {
  const {
    code = 'invalid_request_object',
    description = 'Invalid Request',
    section = 'OIDC Core §6.1',
  } = refusal;
  return new OAuthError(code, { description, reason, remedy, section });
}
