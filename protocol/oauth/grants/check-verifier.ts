// PKCE at the token endpoint: checks the code verifier.
import { equalsInConstantTime, sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { refusing } from '#protocol/errors/oauth-error.ts';
import type { CodeChallenge } from '../authorization-facts.ts';
import { PKCE_TEXT } from '../steps/check-pkce.ts';

const refuse = refusing('invalid_grant', { section: 'RFC 7636 §4.6' });

/** Checks the verifier against the stored challenge. @throws {OAuthError} `invalid_grant`. RFC 7636 §4.6. */
export function checkVerifier(verifier: string | undefined, codeChallenge: CodeChallenge | undefined): void {
  if (codeChallenge === undefined) {
    if (verifier === undefined || verifier === '') return;
    const text = 'PKCE code verifier specified but challenge not present in authorization';
    throw refuse(
      text,
      'The authorization request had no code_challenge.',
      'Send code_challenge with the authorization request, or no code_verifier.',
    );
  }
  if (verifier === undefined || verifier === '') {
    throw refuse(
      'PKCE code verifier not specified',
      'The authorization request had a code_challenge.',
      'Send the code_verifier that belongs to it.',
      { userEventError: 'code_verifier_missing' },
    );
  }
  if (!PKCE_TEXT.test(verifier)) {
    throw refuse(
      'PKCE verification failed: Invalid code verifier',
      'code_verifier is not 43 to 128 characters of A-Z a-z 0-9 - . _ ~.',
      'Send the verifier as it was made.',
      { userEventError: 'invalid_code_verifier' },
    );
  }
  const computed = codeChallenge.method === 'S256' ? sha256Base64Url(verifier) : verifier;
  if (equalsInConstantTime(computed, codeChallenge.challenge)) return;
  throw refuse(
    'PKCE verification failed: Code mismatch',
    `code_verifier is not the one that the ${codeChallenge.method} challenge was made of.`,
    'Keep one verifier per authorization request.',
    { userEventError: 'pkce_verification_failed' },
  );
}
