import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createSecureContext } from 'node:tls';
import { createCertificate } from '#protocol/crypto/certificate.ts';
import { writeKeyStore } from './key-store.ts';

function makeStore(password: string): Buffer {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = createCertificate({
    commonName: 'server',
    publicKey,
    privateKey,
    notBefore: new Date(0),
    notAfter: new Date(4e12),
    serverNames: ['localhost'],
  });
  return writeKeyStore(
    { alias: 'sörver', certificate: Buffer.from(certificate, 'base64'), privateKey },
    password,
  );
}

test('RFC 7292: OpenSSL opens the key store with its password, and with no other', () => {
  for (const passphrase of ['password', 'pässwörd', 'x'.repeat(100)]) {
    const pfx = makeStore(passphrase);
    assert.ok(createSecureContext({ pfx, passphrase }));
    assert.throws(() => createSecureContext({ pfx, passphrase: 'other' }), /mac verify/i);
  }
});

test('RFC 7292 §4: a key store that was changed is rejected', () => {
  const pfx = makeStore('password');
  const at = Math.floor(pfx.length / 2);
  pfx[at] = (pfx[at] ?? 0) ^ 1;
  assert.throws(() => createSecureContext({ pfx, passphrase: 'password' }));
});
