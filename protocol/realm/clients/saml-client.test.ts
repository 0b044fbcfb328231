import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import type { Clock } from '#protocol/clock.ts';
import { createCertificate } from '#protocol/crypto/certificate.ts';
import { createCertifiedKeyPair } from '#protocol/crypto/certified-key-pair.ts';
import { pemOf, readCertificates } from '#protocol/crypto/read-certificates.ts';
import {
  artifactIdentifier,
  findSamlAttributeFault,
  withFollowingIdentifier,
  withoutPrivateKeys,
  withSamlDefaults,
  withSamlSigningKey,
} from './saml-client.ts';

const clock: Clock = { now: () => Date.parse('2026-03-01T00:00:00Z') };
const pair = await createCertifiedKeyPair('sp', clock.now());

const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const dates = { notBefore: new Date(0), notAfter: new Date(1000) };
const elliptic = createCertificate({ commonName: 'x', ...curve, ...dates });
const bitcoin = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
const foreignCurve = createCertificate({ commonName: 'x', ...bitcoin, ...dates });

for (const [name, value, expected] of [
  ['saml.encrypt', 'yes', /saml\.encrypt must be true or false/],
  ['saml.signature.algorithm', 'DSA_SHA1', /must be one of RSA_SHA256.*realm keys are RSA keys/],
  ['saml.signature.algorithm', 'constructor', /must be one of RSA_SHA256/],
  ['saml_name_id_format', 'Email', /must be one of username, email/],
  ['saml_signature_canonicalization_method', 'c14n', /must be one of http/],
  ['saml.encryption.keyAlgorithm', 'http://www.w3.org/2001/04/xmlenc#rsa-1_5', /PKCS#1 v1\.5/],
  ['saml.encryption.algorithm', 'AES-256', /must be one of http/],
  ['saml.signing.certificate', 'nonsense!', /neither PEM nor base64/],
  ['saml.signing.certificate', 'bm9uc2Vuc2U=', /not the DER of an X\.509 certificate/],
  ['saml.signing.certificate', foreignCurve, /must be the certificate of an RSA key, or of an EC key on/],
  ['saml.encryption.certificate', elliptic, /must be the certificate of an RSA key$/],
  ['saml.encryption.certificate', pemOf('PRIVATE KEY', pair.privateKey), /private key; give the certificate/],
  ['saml.signing.private.key', pair.certificate, /RSA private key/],
  [
    'saml.signing.private.key',
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ format: 'der', type: 'pkcs8' })
      .toString('base64'),
    /RSA private key/,
  ],
  ['saml.assertion.lifespan', 'soon', /whole number of seconds/],
  ['saml.assertion.lifespan', '9999999999', /whole number of seconds/],
  ['saml_assertion_consumer_url_post', 'javascript:alert(1)', /http or https URL/],
  ['saml_single_logout_service_url_soap', 'somewhere', /http or https URL/],
  ['saml.single.logout.response.url.post', 'javascript:alert(1)', /http or https URL/],
  ['saml_idp_initiated_sso_url_name', 'a/b', /one segment/],
  ['saml_idp_initiated_sso_url_name', '..', /one segment/],
  ['saml.artifact.binding.identifier', 'short', /20 bytes/],
  ['saml.assertion.consumer.service.x', 'urn:a http://b', /must end with the number/],
  ['saml.assertion.consumer.service.1', 'http://sp/acs', /binding's URN/],
  ['saml.assertion.consumer.service.1', 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST ftp://sp', /http or/],
] as const) {
  test(`Keycloak SAML client attributes: ${name}=${value.slice(0, 40)} is rejected by name`, () => {
    assert.match(findSamlAttributeFault({ [name]: value }) ?? '', expected);
  });
}

test('Keycloak SAML client attributes: valid, empty, null and unknown values are accepted', () => {
  const fault = findSamlAttributeFault({
    ...withSamlDefaults('https://sp.test'),
    'saml.signing.certificate': `${pemOf('CERTIFICATE', pair.certificate)}\n${pemOf('CERTIFICATE', pair.certificate)}`,
    'saml.signing.private.key': pemOf('PRIVATE KEY', pair.privateKey),
    'saml.assertion.lifespan': '-1',
    saml_assertion_consumer_url_post: '/acs',
    'saml.encrypt': '',
    'saml.encryption.certificate': null,
    'saml.assertion.consumer.service.0': 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST https://sp.test/acs',
    'saml.something.new': 'kept',
    constructor: 'kept',
  });
  assert.equal(fault, undefined);
});

test("Keycloak create: a SAML client's attributes have defaults, and given ones are kept", () => {
  const attributes = withSamlDefaults('sp', { 'saml.client.signature': 'false', own: 'x' });
  assert.equal(attributes['saml.client.signature'], 'false');
  assert.equal(attributes['saml.server.signature'], 'true');
  assert.equal(attributes['saml.force.post.binding'], 'true');
  assert.equal(attributes['saml_name_id_format'], 'username');
  assert.equal(attributes['own'], 'x');
  assert.equal(attributes['saml.encrypt'], undefined);
  assert.equal(attributes['saml.artifact.binding.identifier'], '6MXlvk1JJuOsx07Y3TvrGPprFZM=');
});

test('Keycloak create: a SAML client that must sign and has no certificate gets a key pair with a certificate in its name', async () => {
  const { attributes = {} } = await withSamlSigningKey({ clientId: 'sp', protocol: 'saml' }, clock);
  const [certificate] = readCertificates(attributes['saml.signing.certificate'] ?? '');
  assert.equal(certificate?.subject, 'CN=sp');
  assert.equal(new Date(certificate?.validFrom ?? '').getTime(), clock.now());
  assert.equal(findSamlAttributeFault(attributes), undefined);
});

test('Keycloak create: no key pair is created if one is present, signatures are not required or the protocol is not SAML', async () => {
  for (const client of [
    { clientId: 'sp', protocol: 'saml', attributes: { 'saml.signing.certificate': pair.certificate } },
    { clientId: 'sp', protocol: 'saml', attributes: { 'saml.client.signature': 'false' } },
    { clientId: 'sp' },
  ]) {
    assert.equal(await withSamlSigningKey(client, clock), client);
  }
});

test('SAML Bindings §3.6.4: the artifact identifier follows the clientId unless it was set explicitly', () => {
  const name = 'saml.artifact.binding.identifier';
  const before = { clientId: 'a', attributes: { [name]: artifactIdentifier('a') } };
  const renamed = withFollowingIdentifier(before, { ...before, clientId: 'b' });
  assert.equal(renamed.attributes?.[name], artifactIdentifier('b'));
  const chosen = { clientId: 'a', attributes: { [name]: artifactIdentifier('z') } };
  assert.equal(
    withFollowingIdentifier(chosen, { ...chosen, clientId: 'b' }).attributes?.[name],
    artifactIdentifier('z'),
  );
});

test('read-only callers get certificates but no private keys', () => {
  const attributes = { 'saml.signing.private.key': 'x', 'saml.encryption.private.key': 'y', a: 'b' };
  assert.deepEqual(withoutPrivateKeys(attributes), { a: 'b' });
});
