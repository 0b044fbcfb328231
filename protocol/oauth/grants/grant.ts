// The type of grants: their part of the token endpoint, without HTTP and signing.
import type { Clock } from '#protocol/clock.ts';
import type { Parameters } from '#protocol/http/exchange.ts';
import type { FlowReport } from '#protocol/login/flow/record-run.ts';
import type { FailureContext } from '#protocol/realm/users/brute-force.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { Authorization, TokenConfirmation, TokenIdPrefix } from '#protocol/token/authorization.ts';

/** What every grant needs of the token request. */
export interface GrantContext {
  readonly realm: Realm;
  readonly client: Client;
  readonly issuer: string;
  readonly clock: Clock;
  readonly remoteAddress: string;
  /** Thumbprint of the client certificate (RFC 8705 §3.1). */
  readonly certificate: string | undefined;
  /** The proven key or certificate to bind the tokens to. */
  readonly confirmation: TokenConfirmation | undefined;
  readonly activity: FailureContext['activity'];
  /** ID of the flow in Activity; a grant that continues an earlier flow joins it. */
  readonly flow: string;
  joinFlow(flow: string): void;
  /** Tells Activity the PKCE method of the request that is redeemed; undefined: without PKCE. */
  recordPkce(method: string | undefined): void;
  /** Records for Activity and the console what each step of the user's flow did. */
  recordRun(run: FlowReport): Promise<void>;
}

/**
 * Effect of scope `offline_access` on the grant's session. `beside`: adds an offline session. `instead`:
 * replaces the session, which exists for this request only. `none`: no effect.
 */
export type OfflineSessionRule = 'beside' | 'instead' | 'none';

/** The result of a grant. The token endpoint adds the client, the binding and the offline session. */
export type GrantDecision = Omit<Authorization, 'client' | 'confirmation' | 'tokenIdPrefix'>;

export interface Grant<Input = unknown> {
  /** Value of `grant_type`. */
  readonly type: string;
  readonly section: string;
  /** Parameters that the grant reads; listed in the reference documentation. */
  readonly parameters: readonly string[];
  /** Parameters that may be repeated. */
  readonly repeatable?: readonly string[];
  readonly tokenIdPrefix: TokenIdPrefix;
  readonly offlineSession: OfflineSessionRule;
  /** Whether the request may describe the session at the application; see `adapter-session.ts`. */
  readonly keepsAdapterSession?: boolean;
  /** @throws {OAuthError} if the client may not use the grant. */
  checkAllowed(client: Client): void;
  /** @throws {OAuthError} `invalid_request` for missing or malformed parameters. */
  parse(form: Parameters): Input;
  /**
   * Finds and consumes its artifact and saves the session that it creates or uses, which it changes in one step
   * (docs/decisions/0052-sessions-are-saved-before-signing.md).
   * @throws {OAuthError}
   */
  authorize(input: Input, context: GrantContext): Promise<GrantDecision>;
}

/** Declares a grant. The input type is hidden, because only the grant's own `parse` creates it. */
export function defineGrant<Input>(grant: Grant<Input>): Grant {
  return grant as Grant;
}
