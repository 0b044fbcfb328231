import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createCertificate } from './certificate.ts';
import { createCertifiedKeyPair } from './certified-key-pair.ts';
import {
  CertificateError,
  certificateText,
  isRsaCertificate,
  pemOf,
  readCertificates,
  verificationKeyOf,
} from './read-certificates.ts';

const first = await createCertifiedKeyPair('first', 0);
const second = await createCertifiedKeyPair('second', 0);
const subjects = (text: string) => readCertificates(text).map(({ subject }) => subject);

test('RFC 7468 §5: PEM, base64 on one line and base64 on several lines give the same certificate', () => {
  const lines = (first.certificate.match(/.{1,64}/g) ?? []).join('\r\n');
  for (const text of [pemOf('CERTIFICATE', first.certificate), first.certificate, `\n ${lines} \n`])
    assert.deepEqual(subjects(text), ['CN=first']);
});

test('RFC 7468 §5: several certificates may be given as PEM blocks, or separated by commas', () => {
  const blocks = [first, second].map(({ certificate }) => pemOf('CERTIFICATE', certificate)).join('');
  assert.deepEqual(subjects(blocks), ['CN=first', 'CN=second']);
  assert.deepEqual(subjects(`${first.certificate},${second.certificate}`), ['CN=first', 'CN=second']);
  assert.deepEqual(readCertificates(''), []);
});

test('XML Signature 1.1 §6.4: RSA keys and EC keys on supported curves verify signatures; only RSA keys are used for encryption', () => {
  const ofCurve = (namedCurve: string) =>
    createCertificate({
      commonName: 'curve',
      ...generateKeyPairSync('ec', { namedCurve }),
      notBefore: new Date(0),
      notAfter: new Date(1000),
    });
  for (const [text, verifies, encrypts] of [
    [first.certificate, 'rsa', true],
    [ofCurve('P-256'), 'ec', false],
    [ofCurve('P-521'), 'ec', false],
    [ofCurve('secp256k1'), undefined, false],
  ] as const) {
    const [certificate] = readCertificates(text);
    assert.ok(certificate);
    assert.equal(verificationKeyOf(certificate)?.asymmetricKeyType, verifies);
    assert.equal(isRsaCertificate(certificate), encrypts);
  }
});

test('RFC 7468 §2: written PEM is read back to the same DER', () => {
  const [certificate] = readCertificates(pemOf('CERTIFICATE', first.certificate));
  assert.equal(certificate === undefined ? '' : certificateText(certificate), first.certificate);
});

for (const [name, text, reason] of [
  ['a private key', pemOf('PRIVATE KEY', first.privateKey), /private key/],
  ['a certificate with its key', `${first.certificate}\n-----BEGIN PRIVATE KEY-----`, /private key/],
  ['words', 'not a certificate!', /neither PEM nor base64/],
  ['base64 of something else', 'aGVsbG8=', /not the DER/],
  ['a truncated certificate', first.certificate.slice(0, 400), /not the DER/],
  [
    'more than ten',
    Array.from({ length: 11 }, () => first.certificate).join(','),
    /more than 10 certificates/,
  ],
] as const) {
  test(`RFC 7468 §5: ${name} is rejected with the reason`, () => {
    assert.throws(
      () => readCertificates(text),
      (error) => error instanceof CertificateError && reason.test(error.reason),
    );
  });
}
