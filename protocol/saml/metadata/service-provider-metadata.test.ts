import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createCertificate } from '#protocol/crypto/certificate.ts';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import {
  CERTIFICATE,
  consumer,
  keyDescriptor,
  metadataOf,
  PRIVATE_KEY,
  QUESTION,
} from '../testing/metadata.ts';
import { readServiceProviderMetadata } from './service-provider-metadata.ts';

const ACS = consumer(0, 'https://sp.test/acs');
const SOAP = 'urn:oasis:names:tc:SAML:2.0:bindings:SOAP';
const logout = (attributes: string): string => `<md:SingleLogoutService ${attributes}/>`;

for (const [name, content, expected] of [
  ['no assertion consumer service', '', /no AssertionConsumerService/],
  [
    'an assertion consumer service of SAML 1.1 only',
    consumer(0, 'https://sp.test/old', '', 'urn:oasis:names:tc:SAML:1.0:profiles:browser-post'),
    /no AssertionConsumerService of SAML 2\.0/,
  ],
  ['a service without an index', ACS.replace('index="0"', ''), /index of each AssertionConsumerService/],
  ['a service with an invalid index', consumer('first', 'https://sp.test'), /index of each/],
  [
    'a service at a script URL',
    consumer(0, 'javascript:alert(1)'),
    /must be an http or https URL, found "javascript/,
  ],
  [
    'a service without a location',
    '<md:AssertionConsumerService Binding="urn:a" index="0"/>',
    /has no Location/,
  ],
  [
    'a logout service without a binding',
    ACS + logout('Location="https://sp.test"'),
    /SingleLogoutService has no Binding/,
  ],
  [
    'a logout service at an app URL',
    ACS + logout('Binding="urn:a" Location="myapp://out"'),
    /SingleLogoutService must be an http/,
  ],
  [
    'an artifact service without a location',
    `${ACS}<md:ArtifactResolutionService Binding="${SOAP}"/>`,
    /ArtifactResolutionService has no Location/,
  ],
  [
    'an invalid logout response address',
    ACS + logout(`Binding="${SOAP}" Location="https://sp.test" ResponseLocation="javascript:alert(1)"`),
    /ResponseLocation of a SingleLogoutService must be an http/,
  ],
  ['an invalid certificate', ACS + keyDescriptor('signing', 'AAAA'), /X509Certificate cannot be read/],
  ['a private key in place of a certificate', ACS + keyDescriptor('signing', PRIVATE_KEY), /cannot be read/],
] as const) {
  test(`SAML Metadata §2.4.4: ${name} is rejected, and the fault is named`, async () => {
    assert.throws(
      () => readServiceProviderMetadata(metadataOf({ content }), QUESTION),
      (error) => error instanceof ClientDescriptionError && expected.test(error.message),
    );
  });
}

test('SAML Metadata §2.2.3: endpoints have binding, address, index and default flag', async () => {
  const content =
    consumer(0, 'https://sp.test/a?x=1&amp;y=2') +
    consumer(7, 'https://sp.test/b', 'isDefault="1"', 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact') +
    consumer(9, 'https://sp.test/c', 'isDefault="false"') +
    logout(`Binding="${SOAP}" Location="https://sp.test/out"`);
  const read = readServiceProviderMetadata(metadataOf({ content }), QUESTION);
  assert.deepEqual(
    read.consumerServices.map(({ index, location, isDefault }) => [index, location, isDefault]),
    [
      [0, 'https://sp.test/a?x=1&y=2', undefined],
      [7, 'https://sp.test/b', true],
      [9, 'https://sp.test/c', false],
    ],
  );
  assert.deepEqual(read.logoutServices, [{ binding: SOAP, location: 'https://sp.test/out' }]);
  const answers = logout(
    `Binding="${SOAP}" Location="https://sp.test/out" ResponseLocation=" https://sp.test/back "`,
  );
  const further = readServiceProviderMetadata(metadataOf({ content: ACS + answers }), QUESTION);
  assert.equal(further.logoutServices[0]?.responseLocation, 'https://sp.test/back');
});

test('SAML Metadata §2.4.1.1: a key serves its stated use, without one both; duplicates are removed', async () => {
  const read = (keys: string) => readServiceProviderMetadata(metadataOf({ content: keys + ACS }), QUESTION);
  const signing = await read(keyDescriptor('signing') + keyDescriptor('signing'));
  assert.deepEqual([signing.signingCertificates, signing.encryptionCertificates], [[CERTIFICATE], []]);
  const both = await read(keyDescriptor(undefined));
  assert.deepEqual([both.signingCertificates, both.encryptionCertificates], [[CERTIFICATE], [CERTIFICATE]]);
});

test('SAML Metadata §2.4.1.1: certificates with unsupported keys are ignored; EC keys sign but do not encrypt', async () => {
  const ofCurve = (namedCurve: string): string =>
    createCertificate({
      commonName: 'x',
      ...generateKeyPairSync('ec', { namedCurve }),
      notBefore: new Date(0),
      notAfter: new Date(1000),
    });
  const elliptic = ofCurve('P-256');
  const keys = [elliptic, ofCurve('secp256k1'), undefined].flatMap((certificate) =>
    (['signing', 'encryption'] as const).map((use) => keyDescriptor(use, certificate)),
  );
  const read = readServiceProviderMetadata(metadataOf({ content: keys.join('') + ACS }), QUESTION);
  assert.deepEqual(read.signingCertificates, [elliptic, CERTIFICATE]);
  assert.deepEqual(read.encryptionCertificates, [CERTIFICATE]);
});

test('SAML Metadata §2.4.4: the identity provider role of the same entity is ignored', async () => {
  const before = `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keyDescriptor('signing')}${logout(`Binding="${SOAP}" Location="https://idp.test/out"`)}<md:NameIDFormat>urn:x</md:NameIDFormat></md:IDPSSODescriptor>`;
  const read = readServiceProviderMetadata(metadataOf({ before }), QUESTION);
  assert.deepEqual([read.logoutServices, read.nameIdFormats, read.signingCertificates], [[], [], []]);
});

test('SAML Metadata §2.4.4: flags accept all xs:boolean forms', async () => {
  const read = (role: string) => readServiceProviderMetadata(metadataOf({ role }), QUESTION);
  const on = await read('AuthnRequestsSigned="1" WantAssertionsSigned="true"');
  assert.deepEqual([on.signsRequests, on.wantsSignedAssertions], [true, true]);
  const off = await read('AuthnRequestsSigned="0"');
  assert.deepEqual([off.signsRequests, off.wantsSignedAssertions], [false, false]);
});

test('SAML Core §1.3.1: a comment inside a value does not truncate it', async () => {
  const content = `<md:NameIDFormat>urn:a<!-- -->:b</md:NameIDFormat>${ACS}`;
  const read = readServiceProviderMetadata(metadataOf({ content }), QUESTION);
  assert.deepEqual(read.nameIdFormats, ['urn:a:b']);
});
