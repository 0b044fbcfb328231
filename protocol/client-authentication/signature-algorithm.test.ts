import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DecodedJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { checkSignatureAlgorithm } from './signature-algorithm.ts';

const known = new Set(['ES256', 'RS256']);

function check(alg: unknown, wanted?: string): string {
  const attributes = wanted === undefined ? {} : { 'token.endpoint.auth.signing.alg': wanted };
  const token = { header: { alg }, claims: {}, signingInput: '', signature: Buffer.alloc(0) } as DecodedJws;
  return checkSignatureAlgorithm({ clientId: 'c', attributes } as Partial<Client> as Client, token, known);
}

test('an algorithm of the method is accepted unless the client requires another', () => {
  assert.equal(check('ES256'), 'ES256');
  assert.equal(check('ES256', 'ES256'), 'ES256');
  assert.equal(check('ES256', ''), 'ES256');
});

test('RFC 7523 §5: another algorithm answers 400 invalid_client, and the remedy names an accepted one', () => {
  for (const [alg, wanted] of [['none'], ['HS256'], [undefined], [7], ['ES256', 'RS256']] as const) {
    assert.throws(
      () => check(alg, wanted),
      (error) =>
        error instanceof OAuthError &&
        error.description === 'Invalid signature algorithm' &&
        /RS256/.test(error.remedy ?? ''),
      String(alg),
    );
  }
});
