import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import * as jose from 'jose';
import { jwkThumbprint } from './jwk-thumbprint.ts';

test('RFC 7638 §3: the thumbprint matches that of jose, whatever other members the key has', async () => {
  for (const { publicKey } of [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    generateKeyPairSync('ed25519'),
  ]) {
    const jwk = publicKey.export({ format: 'jwk' });
    assert.equal(jwkThumbprint({ ...jwk, kid: 'k' }), await jose.calculateJwkThumbprint(jwk as jose.JWK));
  }
});

test('RFC 7638 §3.2: a key with a missing member or of another type has no thumbprint', () => {
  for (const jwk of [{}, { kty: 'RSA', n: 'x' }, { kty: 'oct', k: 'x' }, { kty: 'constructor' }])
    assert.throws(() => jwkThumbprint(jwk), TypeError);
});
