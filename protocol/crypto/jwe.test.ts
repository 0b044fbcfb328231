import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as jose from 'jose';
import {
  CONTENT_ENCRYPTION_ALGORITHMS,
  KEY_ENCRYPTION_ALGORITHMS,
} from '#protocol/contract/settings/algorithms.ts';
import { encryptJwe, readEncryptionJwk } from './jwe.ts';

async function pair(algorithm: string, crv = 'P-256') {
  const keys = await jose.generateKeyPair(algorithm, { extractable: true, crv });
  return { ...keys, jwk: await jose.exportJWK(keys.publicKey) };
}

for (const alg of KEY_ENCRYPTION_ALGORITHMS) {
  test(`RFC 7518 §4.1: jose decrypts what is encrypted with ${alg}, with every content encryption`, async () => {
    const { privateKey, jwk } = await pair(alg);
    const key = readEncryptionJwk({ ...jwk, kid: 'k1', use: 'enc' }, alg);
    assert.ok(key);
    for (const enc of CONTENT_ENCRYPTION_ALGORITHMS) {
      const jwe = await encryptJwe('hello', key, { alg, enc, contentType: 'JWT' });
      const { plaintext, protectedHeader } = await jose.compactDecrypt(jwe, privateKey);
      assert.equal(new TextDecoder().decode(plaintext), 'hello');
      assert.deepEqual([protectedHeader.kid, protectedHeader['cty']], ['k1', 'JWT']);
    }
  });
}

test('RFC 8037 §3.2: an X25519 key works with ECDH-ES', async () => {
  const { privateKey, jwk } = await pair('ECDH-ES', 'X25519');
  const key = readEncryptionJwk(jwk, 'ECDH-ES');
  assert.ok(key);
  const jwe = await encryptJwe('x', key, { alg: 'ECDH-ES', enc: 'A128GCM' });
  assert.equal(new TextDecoder().decode((await jose.compactDecrypt(jwe, privateKey)).plaintext), 'x');
});

test('RFC 7517 §4: a key for signatures, of another algorithm, type or curve, invalid or symmetric is not used for encryption', async () => {
  const { jwk } = await pair('RSA-OAEP');
  for (const [odd, algorithm] of [
    [{ ...jwk, use: 'sig' }, 'RSA-OAEP'],
    [{ ...jwk, alg: 'RSA-OAEP-256' }, 'RSA-OAEP'],
    [jwk, 'ECDH-ES'],
    [{ kty: 'RSA', n: 5, e: 'AQAB' }, 'RSA-OAEP'],
    [{ kty: 'EC', crv: 'secp256k1', x: 'x', y: 'y' }, 'ECDH-ES'],
    [{ kty: 'oct', k: 'x' }, 'RSA-OAEP'],
    [null, 'RSA-OAEP'],
    ['x', 'RSA-OAEP'],
  ] as const)
    assert.equal(readEncryptionJwk(odd, algorithm), undefined);
});

test('of a private key that a client published by mistake only the public part is used', async () => {
  const { privateKey } = await pair('RSA-OAEP');
  const read = readEncryptionJwk(await jose.exportJWK(privateKey), 'RSA-OAEP');
  assert.deepEqual(Object.keys(read?.jwk ?? {}).sort(), ['e', 'kty', 'n']);
});
