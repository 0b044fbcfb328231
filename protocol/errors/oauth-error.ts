// Protocol errors of OAuth 2.0 and OpenID Connect: one table of codes, one error class.
import type { FixWire } from '#protocol/contract/fixes.ts';
import type { Refusal, UserEventError } from './refusal.ts';
import { type Remedy, splitRemedy } from './remedy.ts';

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

export interface OAuthErrorDetails {
  /** Safe to send to the caller. Empty: no `error_description` is sent. Default: the table's text. */
  readonly description?: string;
  /** When it differs from the table's. */
  readonly status?: number | undefined;
  /** In plain words, for Activity and the debug log only. Default: the description. */
  readonly reason?: string | undefined;
  /** The setting and value that would accept the request; for Activity and the debug log only. */
  readonly remedy?: Remedy | undefined;
  /** When it differs from the table's. */
  readonly section?: string;
  /** Name of the rule in Activity, where one step checks several. */
  readonly rule?: string;
  /** Why a user may not sign in; for metrics only. */
  readonly userEventError?: UserEventError | undefined;
  readonly cause?: unknown;
}

/** A refusal in OAuth's terms. The endpoint decides how to send it: JSON, redirect or page. */
export class OAuthError extends Error implements Refusal {
  readonly code: OAuthErrorCode;
  readonly description: string;
  readonly status: number;
  readonly reason: string;
  readonly section: string;
  readonly remedy: string | undefined;
  readonly rule: string | undefined;
  readonly fix: FixWire | undefined;
  readonly userEventError: UserEventError | undefined;

  constructor(code: OAuthErrorCode, details: OAuthErrorDetails = {}) {
    const row = OAUTH_ERRORS[code];
    const description = details.description ?? row.text;
    super(`${code}: ${details.reason ?? description}`, { cause: details.cause });
    this.name = 'OAuthError';
    this.code = code;
    this.description = description;
    this.status = details.status ?? row.status;
    this.reason = details.reason ?? description;
    this.section = details.section ?? row.section;
    const { remedy, fix } = splitRemedy(details.remedy);
    this.remedy = remedy;
    this.fix = fix;
    this.rule = details.rule;
    this.userEventError = details.userEventError;
  }
}

/** What the refusals of one rule share. */
type SharedDetails = Pick<OAuthErrorDetails, 'section' | 'status' | 'rule'>;

/** Makes the refusals of one rule; a single one may differ in what they share. */
export type Refuse = (
  description: string,
  reason?: string,
  remedy?: Remedy,
  differing?: SharedDetails & { readonly code?: OAuthErrorCode },
) => OAuthError;

/** A function for refusals with the same code, section and status. */
export function refusing(usualCode: OAuthErrorCode, shared: SharedDetails): Refuse {
  return (description, reason, remedy, { code = usualCode, ...differing } = {}) =>
    new OAuthError(code, { description, reason, remedy, ...shared, ...differing });
}
