// The one value in which every grant ends: who, for which client, with which scopes, in which session.
import type { Client, ClientScope } from '#protocol/realm/view/realm.ts';
import type { ClaimsRequest, StoredUser, UserSession } from '#protocol/store/store.ts';

/** What a grant or the authorization endpoint decided; the token issuer turns it into tokens. */
export interface Authorization {
  readonly client: Client;
  readonly user: StoredUser;
  /** Undefined for a session-less grant (client credentials): no `sid`, no refresh token. */
  readonly session: UserSession | undefined;
  /** All scopes that apply: the client's default ones and the optional ones that were asked for. */
  readonly scopes: readonly ClientScope[];
  /** Whether `openid` was asked for: only then there is an ID token. */
  readonly openid: boolean;
  readonly nonce: string | undefined;
  /** Claims that the authorization request asked for by name (OIDC Core §5.5). */
  readonly claimsRequest?: ClaimsRequest | undefined;
  /** Seconds since the epoch; undefined where nobody signed in. */
  readonly authTime: number | undefined;
  /** `1` after an interactive sign-in, `0` from a session. */
  readonly acr: string;
  readonly tokenIdPrefix: TokenIdPrefix;
  readonly refreshable: boolean;
  /** For a token that is exchanged: what is answered as `access_token`, and the audiences that are left in it; an empty list takes none away (RFC 8693 §2.1). */
  readonly exchange?: { readonly issuedTokenType: string; readonly audience: readonly string[] };
  /** The key or certificate that the tokens are bound to (RFC 7800 §3.1). */
  readonly confirmation?: TokenConfirmation;
  /** What the refresh token says it is for, where that is more than `scopes`: a request narrows access tokens alone (RFC 6749 §6). */
  readonly refreshScope?: string;
  /** Remembered by session-note mappers: `clientAddress`, `clientHost`, `client_id` of a service account. */
  readonly notes: Readonly<Record<string, string>>;
}

/** How the `jti` names the grant, as Keycloak's: `ac` code, `cc` client credentials, `ro` password, `rt` refresh, `dg` device, `ci` CIBA, `te` token exchange, `na` none. */
export type TokenIdPrefix = 'ac' | 'cc' | 'ci' | 'dg' | 'ro' | 'rt' | 'te' | 'na';

/** What a token is bound to: a key by its thumbprint (RFC 9449 §6.1), or a certificate (RFC 8705 §3.1). */
export type TokenConfirmation = { readonly jkt: string } | { readonly 'x5t#S256': string };

/** The answer of the token endpoint (RFC 6749 §5.1, OIDC Core §3.1.3.3). */
export interface TokenResponseWire {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds; 0 when there is no refresh token or it does not expire. */
  readonly refresh_expires_in: number;
  readonly refresh_token?: string;
  readonly token_type: string;
  readonly id_token?: string;
  /** RFC 8693 §2.2.1. */
  readonly issued_token_type?: string;
  readonly 'not-before-policy': number;
  readonly session_state?: string;
  readonly scope: string;
}
