// What a grant is: its own part of the token endpoint, without HTTP and without signing.
import type { Clock } from '#protocol/clock.ts';
import type { Parameters } from '#protocol/http/exchange.ts';
import type { AuthenticationRequests } from '#protocol/realm/authentication-requests.ts';
import type { BruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import type { PasswordChecker } from '#protocol/realm/users/credentials.ts';
import type { OneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { Store } from '#protocol/store/store.ts';
import type { Authorization, TokenConfirmation } from '#protocol/token/authorization.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import type { AuthorizationCodes } from '../authorization-code.ts';
import type { DeviceAuthorizations } from '../device/device-authorizations.ts';

/** What every grant may use. */
export interface GrantDeps {
  readonly store: Store;
  readonly codes: AuthorizationCodes;
  readonly devices: DeviceAuthorizations;
  readonly authenticationRequests: AuthenticationRequests;
  readonly passwords: PasswordChecker;
  readonly bruteForce: BruteForceDetection;
  readonly oneTimeCodes: OneTimeCodes;
  readonly verifier: TokenVerifier;
}

/** The token request, as far as all grants need it. */
export interface GrantContext {
  readonly realm: Realm;
  readonly client: Client;
  readonly issuer: string;
  readonly clock: Clock;
  readonly remoteAddress: string;
  /** Thumbprint of the certificate that the caller showed (RFC 8705 §3.1). */
  readonly certificate: string | undefined;
  /** What the request proves to have, which the tokens will be bound to. */
  readonly confirmation: TokenConfirmation | undefined;
  /** Activity's flow; a grant that continues an earlier one joins it. */
  readonly flow: string;
  joinFlow(flow: string): void;
}

/** One grant: a row of the table. */
export interface Grant<Input = unknown> {
  /** Value of `grant_type`. */
  readonly type: string;
  readonly section: string;
  /** Parameters that the grant reads, for the reference page. */
  readonly parameters: readonly string[];
  /** Those that may come more than once. */
  readonly repeatable?: readonly string[];
  /** @throws {OAuthError} when the client may not use the grant at all. */
  checkAllowed(client: Client): void;
  /** @throws {OAuthError} `invalid_request` for what is missing or malformed. */
  parse(form: Parameters): Input;
  /**
   * Decides. Touches the store only to find and consume its own artefact, and to save the session that it begins or uses: between reading
   * a session and saving it nothing is awaited (docs/decisions/0052-sessions-are-saved-before-signing.md).
   * @throws {OAuthError}
   */
  authorize(input: Input, context: GrantContext, deps: GrantDeps): Promise<Authorization>;
}

/** Declares a grant; the table holds it without its input's type, which only its own `parse` makes. */
export function defineGrant<Input>(grant: Grant<Input>): Grant {
  return grant as Grant;
}
