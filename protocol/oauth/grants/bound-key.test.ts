import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { boundKeyOf, checkBoundKey } from './bound-key.ts';

function refusal(
  jkt: string,
  proven: string | undefined,
  what: 'the code' | 'the refresh token',
): OAuthError {
  try {
    checkBoundKey(jkt, proven === undefined ? undefined : { jkt: proven }, what);
  } catch (error) {
    if (error instanceof OAuthError) return error;
  }
  throw new TypeError('not refused');
}

test('RFC 9449 §6.1: a token is bound to the key in cnf.jkt, and unbound if cnf is absent, malformed or a certificate’s', () => {
  assert.equal(boundKeyOf({ cnf: { jkt: 'k' } }), 'k');
  for (const cnf of [undefined, null, 'k', { 'x5t#S256': 'c' }]) assert.equal(boundKeyOf({ cnf }), undefined);
});

test('RFC 9449 §5, §10: a code or token without its key or with another key is refused, each with its own error', () => {
  assert.equal(refusal('k', undefined, 'the code').description, 'DPoP proof is missing');
  assert.match(refusal('k', 'other', 'the code').description, /does not match dpop_jkt/);
  const refresh = refusal('k', 'other', 'the refresh token');
  assert.deepEqual([refresh.code, refresh.status], ['invalid_grant', 400]);
  assert.match(refresh.description, /token binding verification failed/);
});

test('an unbound code or token needs no key, and a bound one is accepted with its own', () => {
  checkBoundKey(undefined, undefined, 'the code');
  checkBoundKey(undefined, { jkt: 'k' }, 'the code');
  checkBoundKey('k', { jkt: 'k' }, 'the refresh token');
});
