// The key that a code or a token is bound to, and the check that the request proves to have it.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { TokenConfirmation } from '#protocol/token/authorization.ts';

/** The thumbprint in a token's `cnf` (RFC 9449 §6.1); undefined when it is not bound to a key. */
export function boundKeyOf(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { cnf } = claims;
  if (typeof cnf !== 'object' || cnf === null || !('jkt' in cnf)) return undefined;
  return String(cnf.jkt);
}

/** `what` is bound to `jkt`, if to any. @throws {OAuthError} `invalid_grant` 400: the request proves no key, or another. RFC 9449 §5, §10. */
export function checkBoundKey(
  jkt: string | undefined,
  confirmation: TokenConfirmation | undefined,
  what: 'the code' | 'the refresh token',
): void {
  const proven = confirmation !== undefined && 'jkt' in confirmation ? confirmation.jkt : undefined;
  if (jkt === undefined || jkt === proven) return;
  const section = what === 'the code' ? 'RFC 9449 §10' : 'RFC 9449 §5';
  const remedy = 'Send the header DPoP with a proof of the key that began.';
  if (proven === undefined) {
    const reason = `${what} is bound to key ${jkt}, the request proves none.`;
    throw new OAuthError('invalid_grant', { description: 'DPoP proof is missing', reason, remedy, section });
  }
  throw new OAuthError('invalid_grant', {
    description:
      what === 'the code'
        ? 'DPoP Proof public key thumbprint does not match dpop_jkt'
        : 'DPoP proof and token binding verification failed',
    reason: `${what} is bound to key ${jkt}, the proof is of key ${proven}.`,
    remedy,
    section,
  });
}
