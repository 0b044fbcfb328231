// The result of every grant: the user, client, scopes and session for which tokens are issued.
import type { Client, ClientScope } from '#protocol/realm/view/realm.ts';
import type { ClaimsRequest } from '#protocol/store/claims-request.ts';
import type { StoredUser, UserSession } from '#protocol/store/store.ts';

/** The result of a grant or of the authorization endpoint; the token issuer turns it into tokens. */
export interface Authorization {
  readonly client: Client;
  readonly user: StoredUser;
  /** Undefined for a grant without a session (client credentials): no `sid`, no refresh token. */
  readonly session: UserSession | undefined;
  /** The client's default scopes and the requested optional ones. */
  readonly scopes: readonly ClientScope[];
  /** Whether `openid` was requested: only then is an ID token issued. */
  readonly openid: boolean;
  readonly nonce?: string | undefined;
  /** The `claims` parameter of the authorization request (OIDC Core §5.5). */
  readonly claimsRequest?: ClaimsRequest | undefined;
  /** Seconds since the epoch; undefined if no user signed in. */
  readonly authTime?: number | undefined;
  /** `1` after an interactive sign-in, `0` after single sign-on, or a level's name. */
  readonly acr: string;
  readonly tokenIdPrefix: TokenIdPrefix;
  readonly refreshable: boolean;
  /** Token exchange (RFC 8693 §2.1): the token type to return, and its audiences; empty: all. */
  readonly exchange?: { readonly issuedTokenType: string; readonly audience: readonly string[] };
  /** The key or certificate that the tokens are bound to (RFC 7800 §3.1). */
  readonly confirmation?: TokenConfirmation;
  /** Scope of the refresh token if wider than `scopes`: requests narrow only access tokens (RFC 6749 §6). */
  readonly refreshScope?: string;
  /** For session-note mappers: `clientAddress`, `clientHost`, `client_id` of a service account. */
  readonly notes?: Readonly<Record<string, string>>;
}

/**
 * The grant in the `jti`. Compat: Keycloak's letters: `ac` code, `cc` client credentials, `ro` password, `rt`
 * refresh, `dg` device, `ci` CIBA, `te` token exchange, `na` none.
 */
export type TokenIdPrefix = 'ac' | 'cc' | 'ci' | 'dg' | 'ro' | 'rt' | 'te' | 'na';

/** A key thumbprint (RFC 9449 §6.1) or certificate thumbprint (RFC 8705 §3.1) that a token is bound to. */
export type TokenConfirmation = { readonly jkt: string } | { readonly 'x5t#S256': string };
