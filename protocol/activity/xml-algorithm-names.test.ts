import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCEPTED_SIGNATURES } from '#protocol/crypto/xml-signature.ts';
import { nameAlgorithm } from './xml-algorithm-names.ts';

test('XML Signature 1.1 §6: every algorithm that is used or accepted has a name', () => {
  for (const { method, digest } of ACCEPTED_SIGNATURES) {
    assert.match(nameAlgorithm(method), /^(?:RSA(-PSS)?|ECDSA) with SHA-\d+$/);
    assert.match(nameAlgorithm(digest), /^SHA-\d+$/);
  }
  assert.equal(nameAlgorithm('http://www.w3.org/2009/xmlenc11#aes256-gcm'), 'AES-256-GCM');
  assert.equal(nameAlgorithm('http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'), 'RSA-OAEP, MGF1 with SHA-1');
});

test('XML Signature 1.1 §6: unknown algorithms are shown as their URI', () => {
  assert.equal(nameAlgorithm('urn:x'), 'urn:x');
});
