// Authorization codes: issued by the authorization endpoint, redeemed at the token endpoint.
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import type { ClaimsRequest } from '#protocol/store/claims-request.ts';
import type { ExpiringStore } from '#protocol/store/store.ts';
import type { CodeChallenge } from './authorization-facts.ts';

export interface AuthorizationCode {
  readonly realmId: string;
  readonly clientUuid: string;
  readonly sessionId: string;
  /** `redirect_uri` exactly as sent to the authorization endpoint; undefined when omitted. */
  readonly redirectUri: string | undefined;
  /** The `scope` parameter as sent. */
  readonly scope: string | undefined;
  readonly nonce: string | undefined;
  readonly claimsRequest: ClaimsRequest | undefined;
  readonly codeChallenge: CodeChallenge | undefined;
  /** Thumbprint of the DPoP key that the token request must prove possession of (RFC 9449 §10). */
  readonly dpopJkt: string | undefined;
  readonly acr: string;
  /** Time of the sign-in, in milliseconds on the realm's clock. */
  readonly authenticatedAt: number;
  /** Milliseconds on the realm's clock. */
  readonly expiresAt: number;
  /** ID of the flow in Activity. */
  readonly flow: string;
}

/** Milliseconds a code is remembered after it expires, so that late reuse still ends the session. */
const REMEMBERED_MS = 5 * 60 * 1000;

export type AuthorizationCodes = ExpiringStore<AuthorizationCode>;

/**
 * Stores the code and returns its text; `now` is in milliseconds on the realm's clock.
 * Compat: three parts separated by dots, as in Keycloak; clients must treat it as opaque (RFC 6749 §4.1.2).
 */
export async function issueCode(
  codes: AuthorizationCodes,
  code: AuthorizationCode,
  now: number,
): Promise<string> {
  const text = `${createRandomText(32)}.${code.sessionId}.${code.clientUuid}`;
  await codes.put(text, code, code.expiresAt + REMEMBERED_MS, now);
  return text;
}

/** The session in which a code was issued, as its text says; empty for a text that is no code. */
export function sessionIdOf(text: string): string {
  return text.split('.')[1] ?? '';
}
