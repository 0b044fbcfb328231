// Wire types of tokens that are created for tests.

/**
 * What is wrong with a token, and nothing else. `wrong-key`: signed by a key that the realm does not have, under the kid
 * of the realm's key. `unknown-kid`: signed by such a key under a kid that the realm does not publish. `expired` and
 * `not-yet-valid`: by one hour. `wrong-issuer`, `wrong-audience`: a name below `.invalid`. `alg-none`: unsigned.
 * `tampered`: a claim was added after signing.
 */
export type TokenFault =
  | 'wrong-key'
  | 'unknown-kid'
  | 'expired'
  | 'not-yet-valid'
  | 'wrong-issuer'
  | 'wrong-audience'
  | 'alg-none'
  | 'tampered';

/** The body of `POST /emulator/v1/realms/{realm}/tokens`: whose tokens, of which client, and what differs. */
export interface NewTokensWire {
  /** Username, or the e-mail address where the realm lets users sign in with it. Without user and session: the client's service account. */
  readonly user?: string;
  /** The clientId. */
  readonly client: string;
  /** As in a token request: `openid` adds an ID token, `offline_access` an offline session. Default: the client's default scopes. */
  readonly scope?: string;
  /** Claims that are added to access and ID token, or replace those of mappers. Not those that make a token valid. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The access token's `aud`, instead of what mappers add. */
  readonly audience?: readonly string[];
  /** Lifespan of access and ID token in seconds, instead of the client's. */
  readonly expiresInSeconds?: number;
  /** The claim `nonce` of the ID token. */
  readonly nonce?: string;
  /** The ID of a live session, which the client joins; `user` may be left out. Default: a new session. */
  readonly session?: string;
  /** What is wrong with access and ID token; the refresh token is always good. */
  readonly broken?: TokenFault;
}
