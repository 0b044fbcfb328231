import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { test } from 'node:test';
import { unwrapKey, wrapKey } from './rsa-oaep.ts';
import { openOaep } from './testing/rsa-oaep.ts';
import { SENDER } from './testing/xml-signer.ts';

const HASHES = ['sha1', 'sha224', 'sha256', 'sha384', 'sha512'];

test('RFC 8017 §7.1: an independent implementation decrypts every combination of digest and mask', () => {
  for (const digest of HASHES)
    for (const mask of HASHES) {
      const secret = Buffer.from('0123456789abcdef');
      const wrapped = wrapKey(SENDER.publicKey, secret, { digest, mask });
      const padded = privateDecrypt({ key: SENDER.privateKey, padding: constants.RSA_NO_PADDING }, wrapped);
      assert.deepEqual(openOaep(padded, { digest, mask }), secret);
    }
});

test('RFC 8017 §7.1.2: every combination of digest and mask is decrypted, and by no other combination', () => {
  const secret = Buffer.from('0123456789abcdef0123456789abcdef');
  for (const digest of HASHES)
    for (const mask of HASHES) {
      const wrapped = wrapKey(SENDER.publicKey, secret, { digest, mask });
      assert.deepEqual(unwrapKey(SENDER.privateKey, wrapped, { digest, mask }), secret);
      const other = digest === 'sha1' ? 'sha256' : 'sha1';
      assert.throws(() => unwrapKey(SENDER.privateKey, wrapped, { digest: other, mask }));
    }
});

test('RFC 8017 §7.1.2: a ciphertext that was changed, truncated or made for another key is rejected', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  for (const parameters of [
    { digest: 'sha256', mask: 'sha256' },
    { digest: 'sha256', mask: 'sha1' },
  ]) {
    const wrapped = wrapKey(SENDER.publicKey, Buffer.alloc(16), parameters);
    const changed = Buffer.from(wrapped);
    changed[200] = (changed[200] ?? 0) ^ 1;
    assert.throws(() => unwrapKey(SENDER.privateKey, changed, parameters));
    assert.throws(() => unwrapKey(SENDER.privateKey, wrapped.subarray(1), parameters));
    assert.throws(() => unwrapKey(SENDER.privateKey, Buffer.alloc(0), parameters));
    assert.throws(() => unwrapKey(privateKey, wrapped, parameters));
  }
});

test('RFC 8017 §7.1.2: a ciphertext without its leading zero is rejected, though it is the same number', () => {
  for (const parameters of [
    { digest: 'sha256', mask: 'sha256' },
    { digest: 'sha256', mask: 'sha1' },
  ]) {
    let wrapped = wrapKey(SENDER.publicKey, Buffer.alloc(16), parameters);
    while (wrapped[0] !== 0) wrapped = wrapKey(SENDER.publicKey, Buffer.alloc(16), parameters);
    assert.deepEqual(unwrapKey(SENDER.privateKey, wrapped, parameters), Buffer.alloc(16));
    assert.throws(() => unwrapKey(SENDER.privateKey, wrapped.subarray(1), parameters), RangeError);
  }
});

test('RFC 8017 §7.1.1: two encryptions of one secret differ', () => {
  const parameters = { digest: 'sha1', mask: 'sha256' };
  const wrap = (): string => wrapKey(SENDER.publicKey, Buffer.alloc(16), parameters).toString('hex');
  assert.notEqual(wrap(), wrap());
});

test('RFC 8017 §7.1.1: a secret too long for the key is rejected, with either padding implementation', () => {
  const long = Buffer.alloc(200);
  assert.throws(() => wrapKey(SENDER.publicKey, long, { digest: 'sha512', mask: 'sha1' }), RangeError);
  assert.throws(() => wrapKey(SENDER.publicKey, long, { digest: 'sha512', mask: 'sha512' }));
});
