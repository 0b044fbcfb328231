import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { signatureAlgorithm } from './signature-algorithms.ts';
import { createTokenBench, headerOf } from './testing/token.ts';

const ALL = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'HS256',
];

test("RFC 7518 §3.1: access and ID token are signed with the client's algorithms, and keys are created when first needed", async () => {
  for (const algorithm of ALL) {
    const attributes = {
      'access.token.signed.response.alg': algorithm,
      'id.token.signed.response.alg': 'ES384',
    };
    const bench = await createTokenBench({}, { attributes });
    const { access_token, id_token } = await bench.issue();
    assert.equal(headerOf(access_token)['alg'], algorithm);
    assert.equal(headerOf(id_token)['alg'], 'ES384');
    await bench.verifier.verifyAccessToken(bench.context(), access_token);
  }
});

test("without a client attribute the realm's algorithm is used", async () => {
  const bench = await createTokenBench({ defaultSignatureAlgorithm: 'ES512' });
  assert.equal(signatureAlgorithm(bench.realm(), bench.client(), 'id.token.signed.response.alg'), 'ES512');
});

test('RFC 8725 §3.1: an unsupported algorithm is rejected by the name of its setting, without a fallback', async () => {
  for (const [name, members, shop] of [
    ['access.token.signed.response.alg', {}, { attributes: { 'access.token.signed.response.alg': 'none' } }],
    ['id.token.signed.response.alg', {}, { attributes: { 'id.token.signed.response.alg': 'RSA-OAEP' } }],
    ['id.token.signed.response.alg', {}, { attributes: { 'id.token.signed.response.alg': 'Ed25519' } }],
    ['defaultSignatureAlgorithm', { defaultSignatureAlgorithm: 'magic' }, {}],
  ] as const) {
    const bench = await createTokenBench(members, shop);
    await assert.rejects(bench.issue(), (error) => {
      assert.ok(error instanceof OAuthError);
      assert.equal(error.status, 400);
      assert.ok(error.remedy?.includes(name));
      return true;
    });
  }
});
