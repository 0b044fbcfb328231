// Refusals of request objects and request URIs.
import { OAuthError, type OAuthErrorCode } from '#protocol/errors/oauth-error.ts';

/** What a refusal says beside its code. */
interface RequestRefusal {
  readonly code?: Extract<OAuthErrorCode, 'invalid_request_object' | 'invalid_request_uri'>;
  /** Compat: Keycloak's page says no more than this. */
  readonly description?: string;
  readonly section?: string;
}

/** A refusal for the person on the page, and the reason and remedy for whoever runs the server (RFC 9101 §6). */
export function refuseRequest(reason: string, remedy: string, refusal: RequestRefusal = {}): OAuthError {
  const {
    code = 'invalid_request_object',
    description = 'Invalid Request',
    section = 'OIDC Core §6.1',
  } = refusal;
  return new OAuthError(code, { description, reason, remedy, section });
}
