// DPoP binding: the key of a code or token, and the check that the request proves possession of it.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { TokenConfirmation } from '#protocol/token/authorization.ts';

/** The thumbprint in a token's `cnf`; undefined if the token is not bound to a key. RFC 9449 §6.1. */
export function boundKeyOf(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { cnf } = claims;
  if (typeof cnf !== 'object' || cnf === null || !('jkt' in cnf)) return undefined;
  return String(cnf.jkt);
}

/** Passes if `jkt` is undefined or proven. @throws {OAuthError} `invalid_grant` 400. RFC 9449 §5, §10. */
export function checkBoundKey(
  jkt: string | undefined,
  confirmation: TokenConfirmation | undefined,
  what: 'the code' | 'the refresh token',
): void {
  const proven = confirmation !== undefined && 'jkt' in confirmation ? confirmation.jkt : undefined;
  if (jkt === undefined || jkt === proven) return;
  const section = what === 'the code' ? 'RFC 9449 §10' : 'RFC 9449 §5';
  const remedy = 'Send the header DPoP with a proof of the original key.';
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
