import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createTestCertificate } from '#protocol/http/testing/certificate.ts';
import {
  boundCertificateOf,
  checkBoundCertificate,
  demandCertificate,
  shownCertificate,
} from './bound-certificate.ts';

const { read } = createTestCertificate('shop');
const thumbprint = createHash('sha256').update(read.raw).digest('base64url');
const shows = { tls: { certificate: read, trusted: false } };
const bound = { cnf: { 'x5t#S256': thumbprint } };
const wants = { clientId: 'shop', attributes: { 'tls.client.certificate.bound.access.tokens': 'true' } };

test('RFC 8705 §3.1: the thumbprint is the SHA-256 of the certificate’s DER, base64url', () => {
  assert.equal(shownCertificate(shows), thumbprint);
  assert.equal(boundCertificateOf(bound), thumbprint);
  assert.equal(demandCertificate(shows, wants), thumbprint);
});

test('RFC 8705 §3: a client that does not require bound tokens gets unbound ones, whatever certificate it sends', () => {
  for (const value of ['false', '', 'TRUE']) {
    const attributes = { 'tls.client.certificate.bound.access.tokens': value };
    assert.equal(demandCertificate(shows, { clientId: 'shop', attributes }), undefined);
  }
});

for (const [how, tls] of [
  ['over plain HTTP', undefined],
  ['over TLS without a certificate', { certificate: undefined, trusted: false }],
] as const) {
  test(`RFC 8705 §3: a client that requires bound tokens is refused ${how}`, () => {
    assert.equal(shownCertificate({ tls }), undefined);
    assert.throws(() => demandCertificate({ tls }, wants), {
      code: 'invalid_request',
      description: 'Client Certification missing for MTLS HoK Token Binding',
    });
  });
}

test('RFC 8705 §3: a bound token is valid only with its certificate', () => {
  checkBoundCertificate(bound, thumbprint, 'invalid_token');
  checkBoundCertificate({}, undefined, 'invalid_token');
  checkBoundCertificate({ cnf: { jkt: 'k' } }, undefined, 'invalid_token');
  for (const shown of [undefined, '', 'another', thumbprint.toLowerCase()]) {
    assert.throws(() => checkBoundCertificate(bound, shown, 'invalid_token'), {
      code: 'invalid_token',
      status: 401,
    });
  }
});

for (const cnf of [undefined, null, 'text', 7, [], {}]) {
  test(`a token with cnf ${JSON.stringify(cnf)} is not bound to a certificate`, () => {
    assert.equal(boundCertificateOf({ cnf }), undefined);
  });
}
