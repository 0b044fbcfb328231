// What the errors of every protocol have in common, whatever they look like on the wire.

import type { FixWire } from '#protocol/contract/fixes.ts';

/** Why a user may not sign in, or a code verifier is rejected, as Keycloak names it in the user event. */
export type UserEventError =
  | 'client_not_found'
  | 'invalid_scope'
  | 'user_not_found'
  | 'invalid_user_credentials'
  | 'user_disabled'
  | 'access_denied'
  | 'user_temporarily_disabled'
  | 'resolve_required_actions'
  | 'expired_code'
  | 'username_missing'
  | 'invalid_code'
  | 'invalid_email'
  | 'email_in_use'
  | 'username_in_use'
  | 'password_rejected'
  | 'invalid_registration'
  | 'registration_disabled'
  | 'user_delete_error'
  | 'not_allowed'
  | 'code_verifier_missing'
  | 'invalid_code_verifier'
  | 'pkce_verification_failed';

/** Why a request is refused. Keeps what the caller may see apart from what only the operator may see. */
export interface Refusal {
  /** From the protocol's closed table: `invalid_grant`, `invalid_signature`. */
  readonly code: string;
  /** Safe to send to the caller. */
  readonly description: string;
  /** In plain words, for Activity, the operator's error pages and the debug log. */
  readonly reason: string;
  readonly section: string;
  /** The setting and value that would accept the request; for the operator only. */
  readonly remedy: string | undefined;
  /** Name of the rule in Activity, where one step checks several. Absent: that of the step. */
  readonly rule?: string | undefined;
  /** The change that the remedy describes, if a single setting accepts the request. */
  readonly fix?: FixWire | undefined;
  /** For events and metrics only: the caller may not learn which users exist. Absent: the rule decides. */
  readonly userEventError?: UserEventError | undefined;
}
