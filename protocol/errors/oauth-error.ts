// Protocol errors of OAuth 2.0 and OpenID Connect.
import type { FixWire } from '#protocol/contract/fixes.ts';
import { OAUTH_ERRORS, type OAuthErrorCode } from '#protocol/contract/oauth-errors.ts';
import type { Refusal, UserEventError } from './refusal.ts';
import { type Remedy, splitRemedy } from './remedy.ts';

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
  /** Keycloak's name in the user event; for events and metrics only. */
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
type SharedDetails = Pick<OAuthErrorDetails, 'section' | 'status' | 'rule' | 'userEventError'>;

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
