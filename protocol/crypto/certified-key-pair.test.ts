import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { createCertifiedKeyPair } from './certified-key-pair.ts';

test('RFC 5280 §4.1: a new pair has a certificate for its key and name, valid for ten years', async () => {
  const now = Date.parse('2026-05-06T07:08:09Z');
  const { certificate, privateKey } = await createCertifiedKeyPair('https://sp.test/saml', now);
  const x509 = new X509Certificate(Buffer.from(certificate, 'base64'));
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  assert.ok(x509.checkPrivateKey(key));
  assert.equal(x509.subject, 'CN=https://sp.test/saml');
  assert.equal(Date.parse(x509.validFrom), now);
  assert.equal(new Date(x509.validTo).toISOString(), '2036-05-06T07:08:09.000Z');
});

test('two pairs always differ', async () => {
  const [one, two] = await Promise.all([createCertifiedKeyPair('a', 0), createCertifiedKeyPair('a', 0)]);
  assert.notEqual(one.privateKey, two.privateKey);
});
