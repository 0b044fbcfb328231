import assert from 'node:assert/strict';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { createCertificate } from './certificate.ts';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const dates = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2028-01-01T00:00:00Z') };

function certificateFor(...serverNames: readonly string[]): X509Certificate {
  const text = createCertificate({ commonName: 'localhost', ...pair, ...dates, serverNames });
  return new X509Certificate(Buffer.from(text, 'base64'));
}

test('RFC 5280 §4.2.1.6: the certificate is valid for its names and addresses only', () => {
  const certificate = certificateFor(
    'localhost',
    '*.localhost',
    '127.0.0.1',
    '::1',
    'fe80::1:2',
    '2001:db8:0:0:1::ffff',
  );
  for (const name of ['localhost', 'LOCALHOST']) assert.ok(certificate.checkHost(name), name);
  for (const address of ['127.0.0.1', '::1', 'fe80::1:2', '2001:db8::1:0:0:ffff'])
    assert.ok(certificate.checkIP(address), address);
  for (const name of ['example.test', 'sso.localhost'])
    assert.equal(certificate.checkHost(name), undefined, name);
  for (const address of ['127.0.0.2', '::2', 'fe80::1'])
    assert.equal(certificate.checkIP(address), undefined);
});

test('RFC 5280 §4.2.1.9: it is not a CA certificate', () => {
  assert.equal(certificateFor('localhost').ca, false);
});

test('RFC 5280 §4.2.1.12: it is for TLS servers, not clients', () => {
  // Node reports extended key usages as object identifiers.
  assert.deepEqual(certificateFor('localhost').keyUsage, ['1.3.6.1.5.5.7.3.1']);
});

test('a certificate without server names has no extensions', () => {
  const text = createCertificate({ commonName: 'localhost', ...pair, ...dates });
  const certificate = new X509Certificate(Buffer.from(text, 'base64'));
  assert.deepEqual([certificate.subjectAltName, certificate.keyUsage], [undefined, undefined]);
});
