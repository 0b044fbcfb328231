// PKCE verification without a server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { checkVerifier } from './check-verifier.ts';

const VERIFIER = 'v'.repeat(43);
const S256 = { challenge: sha256Base64Url(VERIFIER), method: 'S256' } as const;
const PLAIN = { challenge: VERIFIER, method: 'plain' } as const;

test('RFC 7636 §4.6: the challenge’s verifier is accepted, and none if there was no challenge', () => {
  checkVerifier(VERIFIER, S256);
  checkVerifier(VERIFIER, PLAIN);
  checkVerifier(undefined, undefined);
  checkVerifier('', undefined);
});

const REFUSED = [
  ['none', undefined, S256, 'PKCE code verifier not specified'],
  ['an empty verifier', '', PLAIN, 'PKCE code verifier not specified'],
  ['a verifier that is too short', 'v'.repeat(42), S256, 'PKCE verification failed: Invalid code verifier'],
  ['a verifier that is too long', 'v'.repeat(129), S256, 'PKCE verification failed: Invalid code verifier'],
  [
    'a verifier with invalid characters',
    'ü'.repeat(43),
    S256,
    'PKCE verification failed: Invalid code verifier',
  ],
  ['a different verifier', 'w'.repeat(43), S256, 'PKCE verification failed: Code mismatch'],
  ['a different plain verifier', 'w'.repeat(43), PLAIN, 'PKCE verification failed: Code mismatch'],
  ['the challenge itself', S256.challenge, S256, 'PKCE verification failed: Code mismatch'],
  [
    'a verifier without a challenge',
    VERIFIER,
    undefined,
    'PKCE code verifier specified but challenge not present in authorization',
  ],
] as const;

for (const [what, verifier, challenge, description] of REFUSED) {
  test(`RFC 7636 §4.6: ${what} is refused`, () => {
    assert.throws(() => checkVerifier(verifier, challenge), { code: 'invalid_grant', description });
  });
}
