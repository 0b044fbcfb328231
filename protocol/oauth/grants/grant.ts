// What a grant is: its own part of the token endpoint, without HTTP and without signing.
import type { Clock } from '#protocol/clock.ts';
import type { Parameters } from '#protocol/http/exchange.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { Authorization, TokenConfirmation, TokenIdPrefix } from '#protocol/token/authorization.ts';

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

/**
 * What scope `offline_access` does with the session of a grant. `beside`: an offline session begins beside it. `instead`: the session was of this request
 * alone and gives way to an offline one. `none`: it stays as it is.
 */
export type OfflineSessionRule = 'beside' | 'instead' | 'none';

/** What a grant decides. The token endpoint adds the client, what the tokens are bound to, and the offline session. */
export type GrantDecision = Omit<Authorization, 'client' | 'confirmation' | 'tokenIdPrefix'>;

/** One grant, constructed with what it works with. */
export interface Grant<Input = unknown> {
  /** Value of `grant_type`. */
  readonly type: string;
  readonly section: string;
  /** Parameters that the grant reads, for the reference page. */
  readonly parameters: readonly string[];
  /** Those that may come more than once. */
  readonly repeatable?: readonly string[];
  readonly tokenIdPrefix: TokenIdPrefix;
  readonly offlineSession: OfflineSessionRule;
  /** @throws {OAuthError} when the client may not use the grant at all. */
  checkAllowed(client: Client): void;
  /** @throws {OAuthError} `invalid_request` for what is missing or malformed. */
  parse(form: Parameters): Input;
  /**
   * Decides. Touches the store only to find and consume its own artefact, and to save the session that it begins or uses: between reading
   * a session and saving it nothing is awaited (docs/decisions/0052-sessions-are-saved-before-signing.md).
   * @throws {OAuthError}
   */
  authorize(input: Input, context: GrantContext): Promise<GrantDecision>;
}

/** Declares a grant. Lists hold it without the type of its input, which only its own `parse` makes. */
export function defineGrant<Input>(grant: Grant<Input>): Grant {
  return grant as Grant;
}
