import assert from 'node:assert/strict';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { createCertificate } from './certificate.ts';

const notBefore = new Date('2026-01-02T03:04:05Z');

for (const [name, pair] of [
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['EC', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
] as const) {
  test(`RFC 5280 §4.1: a certificate for an ${name} key is read by node:crypto, contains its key and verifies with it`, () => {
    const text = createCertificate({
      commonName: 'Réalm demo',
      ...pair,
      notBefore,
      notAfter: new Date('2036-01-01T00:00:00Z'),
    });
    const certificate = new X509Certificate(Buffer.from(text, 'base64'));
    assert.equal(certificate.subject, 'CN=Réalm demo');
    assert.equal(certificate.issuer, certificate.subject);
    assert.ok(certificate.verify(pair.publicKey));
    assert.ok(certificate.checkPrivateKey(pair.privateKey));
    assert.equal(new Date(certificate.validFrom).getTime(), notBefore.getTime());
  });

  test(`RFC 5280 §4.1: the certificate of another ${name} key does not verify`, () => {
    const text = createCertificate({
      commonName: 'x',
      ...pair,
      notBefore,
      notAfter: new Date('2036-01-01T00:00:00Z'),
    });
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    assert.equal(new X509Certificate(Buffer.from(text, 'base64')).verify(other.publicKey), false);
  });
}

test('RFC 5280 §4.1.2.5: dates from 2050 are written as GeneralizedTime', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = createCertificate({
    commonName: 'x',
    ...pair,
    notBefore,
    notAfter: new Date('2051-06-07T08:09:10Z'),
  });
  const certificate = new X509Certificate(Buffer.from(text, 'base64'));
  assert.equal(new Date(certificate.validTo).toISOString(), '2051-06-07T08:09:10.000Z');
});

test('RFC 5280 §4.1.2.2: serial numbers differ and are positive', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serials = Array.from({ length: 20 }, () => {
    const text = createCertificate({
      commonName: 'x',
      ...pair,
      notBefore,
      notAfter: new Date('2036-01-01T00:00:00Z'),
    });
    return new X509Certificate(Buffer.from(text, 'base64')).serialNumber;
  });
  assert.equal(new Set(serials).size, 20);
  for (const serial of serials) assert.match(serial, /^[4-7]/);
});
