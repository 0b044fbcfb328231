// Authorization codes: what stands behind one, made at the authorization endpoint and taken at the token endpoint.
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import type { ClaimsRequest, ExpiringStore } from '#protocol/store/store.ts';
import type { CodeChallenge } from './authorization-facts.ts';

/** What a code stands for. */
export interface AuthorizationCode {
  readonly realmId: string;
  readonly clientUuid: string;
  readonly sessionId: string;
  /** As it was sent to the authorization endpoint; undefined when it was left out. */
  readonly redirectUri: string | undefined;
  /** The `scope` parameter as it was sent. */
  readonly scope: string | undefined;
  readonly nonce: string | undefined;
  readonly claimsRequest: ClaimsRequest | undefined;
  readonly codeChallenge: CodeChallenge | undefined;
  /** Thumbprint of the key that must prove itself at the token endpoint (RFC 9449 §10). */
  readonly dpopJkt: string | undefined;
  readonly acr: string;
  /** The sign-in behind it, in milliseconds on the realm's clock. */
  readonly authenticatedAt: number;
  /** Milliseconds on the realm's clock. */
  readonly expiresAt: number;
  /** Activity's flow. */
  readonly flow: string;
}

/** How long a code is remembered beyond its life, so that a late reuse ends the session instead of counting as a guess. Milliseconds. */
const REMEMBERED_MS = 5 * 60 * 1000;

/** Codes of all realms. */
export type AuthorizationCodes = ExpiringStore<AuthorizationCode>;

/** Keeps the code's meaning and gives its text; `now` is milliseconds on the realm's clock. Compat: three parts with dots, as Keycloak's; clients must not read them (RFC 6749 §4.1.2). */
export function issueCode(codes: AuthorizationCodes, code: AuthorizationCode, now: number): string {
  const text = `${createRandomText(32)}.${code.sessionId}.${code.clientUuid}`;
  codes.put(text, code, code.expiresAt + REMEMBERED_MS, now);
  return text;
}
