import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createCertificate } from './certificate.ts';
import { createCertifiedKeyPair } from './certified-key-pair.ts';
import { describeCertificate } from './describe-certificate.ts';
import { readCertificates } from './read-certificates.ts';

test('RFC 5280 §4.1: a certificate is described by names, validity, key and fingerprint', async () => {
  const now = Date.parse('2026-01-02T03:04:05Z');
  const { certificate } = await createCertifiedKeyPair('sp.test', now);
  const [read] = readCertificates(certificate);
  assert.ok(read);
  const { subject, issuer, validFrom, validTo, key, fingerprint, ...rest } = describeCertificate(read);
  assert.deepEqual([subject, issuer, key], ['CN=sp.test', 'CN=sp.test', 'RSA 2048']);
  assert.equal(validFrom, now);
  assert.equal(new Date(validTo).getUTCFullYear(), 2036);
  assert.match(fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  assert.equal(rest.certificate, certificate);
});

test('RFC 5480 §2: an EC key is described by its curve', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const dates = { notBefore: new Date(0), notAfter: new Date(1000) };
  const [read] = readCertificates(createCertificate({ commonName: 'x', ...pair, ...dates }));
  assert.ok(read);
  assert.equal(describeCertificate(read).key, 'EC prime256v1');
});
