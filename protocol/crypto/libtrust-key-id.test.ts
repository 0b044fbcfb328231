import assert from 'node:assert/strict';
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { libtrustKeyId } from './libtrust-key-id.ts';

test('distribution token JWT: the key id is twelve groups of four characters of base32', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  assert.match(libtrustKeyId(publicKey), /^(?:[A-Z2-7]{4}:){11}[A-Z2-7]{4}$/);
});

test('distribution token JWT: both keys of a pair have the same key id, other keys have others', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  assert.equal(
    libtrustKeyId(privateKey),
    libtrustKeyId(createPublicKey(createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })))),
  );
  assert.notEqual(libtrustKeyId(privateKey), libtrustKeyId(other.privateKey));
});

test('RFC 4648 §6: the groups encode the first 240 bits of the digest', () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const digest = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  const bits = [...digest.subarray(0, 30)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const spelled = (bits.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)])
    .join('');
  assert.equal(libtrustKeyId(publicKey).replaceAll(':', ''), spelled);
});
