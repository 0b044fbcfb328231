import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import * as jose from 'jose';
import { jwkThumbprint } from './jwk-thumbprint.ts';

test('RFC 7638 §3: the thumbprint is the one that a foreign library makes, whatever else the key holds', async () => {
  for (const { publicKey } of [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    generateKeyPairSync('ed25519'),
  ]) {
    const jwk = publicKey.export({ format: 'jwk' });
    assert.equal(jwkThumbprint({ ...jwk, kid: 'k' }), await jose.calculateJwkThumbprint(jwk as jose.JWK));
  }
});

test('RFC 7638 §3.2: a key that lacks a member, or of another type, has none', () => {
  for (const jwk of [{}, { kty: 'RSA', n: 'x' }, { kty: 'oct', k: 'x' }, { kty: 'constructor' }])
    assert.throws(() => jwkThumbprint(jwk), TypeError);
});
