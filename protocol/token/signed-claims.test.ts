import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import * as jose from 'jose';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { createSignedClaims } from './signed-claims.ts';
import { claimsOf, createTokenBench, headerOf } from './testing/token.ts';
import { createTokenEncrypter } from './token-encrypter.ts';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

async function bench(attributes: Record<string, string>) {
  const made = await createTokenBench({}, { attributes });
  const encrypter = createTokenEncrypter({
    find: async () => ({ kid: undefined, jwk: pair.publicKey.export({ format: 'jwk' }) }),
  });
  const signed = createSignedClaims(createRealmKeys(made.store.realms, made.clock), encrypter);
  return { ...made, signed, userInfo: () => signed.userInfo(made.context(), made.client(), { sub: 'u1' }) };
}

test('OIDC Core §5.3.2: userinfo is plain JSON without the setting or with none', async () => {
  assert.equal(await (await bench({})).userInfo(), undefined);
  assert.equal(await (await bench({ 'user.info.response.signature.alg': 'none' })).userInfo(), undefined);
});

test('OIDC Core §5.3.2: signed userinfo contains issuer and audience', async () => {
  const jwt = await (await bench({ 'user.info.response.signature.alg': 'ES384' })).userInfo();
  assert.equal(headerOf(jwt)['alg'], 'ES384');
  const { iss, aud, sub } = claimsOf(jwt);
  assert.deepEqual([iss, aud, sub], ['http://here/realms/r', 'shop', 'u1']);
});

test('OIDC Core §5.3.2: userinfo is only encrypted, or signed and encrypted', async () => {
  const encrypted = { 'user.info.encrypted.response.alg': 'ECDH-ES' };
  const open = async (jwe: string | undefined) => {
    const { plaintext, protectedHeader } = await jose.compactDecrypt(jwe ?? '', pair.privateKey);
    return { text: new TextDecoder().decode(plaintext), cty: protectedHeader['cty'] };
  };
  assert.deepEqual(await open(await (await bench(encrypted)).userInfo()), {
    text: '{"sub":"u1"}',
    cty: undefined,
  });
  const both = await bench({ ...encrypted, 'user.info.response.signature.alg': 'ES256' });
  const { text, cty } = await open(await both.userInfo());
  assert.equal(cty, 'JWT');
  assert.equal(claimsOf(text)['aud'], 'shop');
});

test("an access token with other claims is signed like the client's access tokens", async () => {
  const made = await bench({ 'access.token.signed.response.alg': 'ES512' });
  const jwt = await made.signed.accessToken(made.context(), made.client(), { sub: 'x' });
  assert.deepEqual([headerOf(jwt)['alg'], claimsOf(jwt)], ['ES512', { sub: 'x' }]);
});

test('JARM §2.1: an authorization response is for its client only, and its parameters cannot change issuer and expiry', async () => {
  const made = await bench({ 'authorization.signed.response.alg': 'ES512' });
  const parameters = { code: 'c', aud: 'somebody', exp: '0' };
  const jwt = await made.signed.authorizationResponse(made.context(), made.client(), parameters);
  assert.equal(headerOf(jwt)['alg'], 'ES512');
  const { iss, aud, exp, code } = claimsOf(jwt);
  assert.deepEqual([iss, aud, code], ['http://here/realms/r', 'shop', 'c']);
  assert.equal(typeof exp, 'number');
});
