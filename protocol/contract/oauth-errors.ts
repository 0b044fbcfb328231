// The error codes of OAuth 2.0 and OpenID Connect: usual HTTP status, section, default description.

/** A row of the code table: the usual HTTP status, the defining section, and a default description. */
interface OAuthErrorRow {
  readonly status: number;
  readonly section: string;
  readonly text: string;
}

/** Every value that `error` may have. */
export const OAUTH_ERRORS = {
  invalid_request: { status: 400, section: 'RFC 6749 §5.2', text: 'The request is malformed.' },
  invalid_client: { status: 401, section: 'RFC 6749 §5.2', text: 'Client authentication failed.' },
  invalid_grant: { status: 400, section: 'RFC 6749 §5.2', text: 'The grant is not valid.' },
  unauthorized_client: { status: 400, section: 'RFC 6749 §5.2', text: 'The client may not use this grant.' },
  unsupported_grant_type: { status: 400, section: 'RFC 6749 §5.2', text: 'Unsupported grant_type' },
  invalid_scope: { status: 400, section: 'RFC 6749 §5.2', text: 'Invalid scopes' },
  access_denied: { status: 403, section: 'RFC 6749 §4.1.2.1', text: 'Access was denied.' },
  unsupported_response_type: { status: 400, section: 'RFC 6749 §4.1.2.1', text: 'Unsupported response type' },
  server_error: {
    status: 500,
    section: 'RFC 6749 §4.1.2.1',
    text: 'The server met an unexpected condition.',
  },
  temporarily_unavailable: { status: 503, section: 'RFC 6749 §4.1.2.1', text: 'Try again later.' },
  authorization_pending: {
    status: 400,
    section: 'RFC 8628 §3.5',
    text: 'The authorization request is still pending',
  },
  slow_down: { status: 400, section: 'RFC 8628 §3.5', text: 'Slow down' },
  expired_token: { status: 400, section: 'RFC 8628 §3.5', text: 'Device code is expired' },
  invalid_binding_message: { status: 400, section: 'CIBA §13', text: 'The binding message is not valid.' },
  invalid_token: { status: 401, section: 'RFC 6750 §3.1', text: 'Token verification failed' },
  insufficient_scope: { status: 403, section: 'RFC 6750 §3.1', text: 'Missing openid scope' },
  invalid_dpop_proof: { status: 400, section: 'RFC 9449 §5', text: 'DPoP proof verification failed' },
  unsupported_token_type: { status: 400, section: 'RFC 7009 §2.2.1', text: 'Unsupported token type' },
  not_allowed: {
    status: 400,
    section: 'OIDC Core §11',
    text: 'Offline tokens not allowed for the user or client',
  },
  login_required: { status: 400, section: 'OIDC Core §3.1.2.6', text: 'The user must sign in.' },
  interaction_required: {
    status: 400,
    section: 'OIDC Core §3.1.2.6',
    text: 'The user must do something first.',
  },
  invalid_request_object: {
    status: 400,
    section: 'OIDC Core §3.1.2.6',
    text: 'The request object is not valid.',
  },
  invalid_request_uri: { status: 400, section: 'OIDC Core §3.1.2.6', text: 'The request_uri is not valid.' },
  invalid_client_metadata: {
    status: 400,
    section: 'RFC 7591 §3.2.2',
    text: 'The client metadata is not valid.',
  },
  invalid_redirect_uri: { status: 400, section: 'RFC 7591 §3.2.2', text: 'A redirect URI is not valid.' },
  consent_required: { status: 400, section: 'OIDC Core §3.1.2.6', text: 'The user must consent.' },
} as const;
OAUTH_ERRORS satisfies Record<string, OAuthErrorRow>;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;
