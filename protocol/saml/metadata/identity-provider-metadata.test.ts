import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import { CERTIFICATE, keyDescriptor, metadataOf, NOW } from '../testing/metadata.ts';
import { withSamlServer } from '../testing/server.ts';
import { importIdentityProviderConfig, readIdentityProviderMetadata } from './identity-provider-metadata.ts';

const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings:';
const service = (name: string, binding: string, location: string): string =>
  `<md:${name} Binding="${BINDINGS}${binding}" Location="${location}"/>`;

function idp(content: string, role = ''): string {
  const entity = 'entityID="https://idp.test/metadata"';
  return metadataOf({ entity, role, content }).replaceAll('SPSSODescriptor', 'IDPSSODescriptor');
}

const SSO = service('SingleSignOnService', 'HTTP-POST', 'https://idp.test/sso');

test('SAML Metadata §2.4.3: the metadata of this server becomes the settings of an identity provider', () =>
  withSamlServer(async (server) => {
    const text = await (await fetch(`${server.endpoint}/descriptor`)).text();
    const { signingCertificate = '', ...config } = importIdentityProviderConfig(text, server.clock.now());
    assert.match(signingCertificate, /^MII/);
    assert.deepEqual(config, {
      idpEntityId: `${server.baseUrl}/realms/demo`,
      singleSignOnServiceUrl: server.endpoint,
      singleLogoutServiceUrl: server.endpoint,
      artifactResolutionServiceUrl: `${server.endpoint}/resolve`,
      artifactBindingResponse: 'false',
      postBindingAuthnRequest: 'true',
      postBindingResponse: 'true',
      postBindingLogout: 'true',
      wantAuthnRequestsSigned: 'true',
      validateSignature: 'true',
      addExtensionsElementWithKeyInfo: 'false',
      loginHint: 'false',
      enabledFromMetadata: 'true',
      nameIDPolicyFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    });
  }));

test('Keycloak import-config: HTTP-Redirect is used if HTTP-POST is not offered', () => {
  const config = importIdentityProviderConfig(
    idp(service('SingleSignOnService', 'HTTP-Redirect', 'https://idp.test/sso')),
    NOW,
  );
  assert.equal(config['singleSignOnServiceUrl'], 'https://idp.test/sso');
  assert.equal(config['postBindingAuthnRequest'], 'false');
  assert.equal(config['singleLogoutServiceUrl'], undefined);
  assert.equal(config['artifactResolutionServiceUrl'], undefined);
  assert.equal(config['signingCertificate'], undefined);
  assert.equal(config['nameIDPolicyFormat'], undefined);
});

test('SAML Metadata §2.4.1.1: keys for encryption are no signing certificates; those for both are', () => {
  const read = (use: string | undefined) =>
    readIdentityProviderMetadata(idp(keyDescriptor(use) + SSO), { now: NOW, entityId: undefined })
      .signingCertificates;
  assert.deepEqual(read('signing'), [CERTIFICATE]);
  assert.deepEqual(read(undefined), [CERTIFICATE]);
  assert.deepEqual(read('encryption'), []);
});

for (const [name, text, expected] of [
  ['text that is not XML', 'hello', /cannot be read as XML/],
  ['another document', '<html/>', /not an EntityDescriptor.*identity provider's metadata/],
  ['a service provider', metadataOf(), /No entity in the document is an identity provider.*IDPSSODescriptor/],
  ['no service', idp(''), /no SingleSignOnService/],
  ['only SOAP', idp(service('SingleSignOnService', 'SOAP', 'https://idp.test/sso')), /HTTP-POST or HTTP-Red/],
  ['a service without an address', idp(SSO.replace(/Location="[^"]*"/, '')), /has no Location/],
  [
    'a service with a script',
    idp(SSO.replace('https://idp.test/sso', 'javascript:alert(1)')),
    /http or https/,
  ],
  ['an expired role', idp(SSO, 'validUntil="2020-01-01T00:00:00Z"'), /has expired/],
  [
    'an unreadable certificate',
    idp(keyDescriptor('signing', 'QUJD') + SSO),
    /X509Certificate cannot be read/,
  ],
  ['no entityID', idp(SSO).replace(/entityID="[^"]*"/, ''), /no entityID; it becomes config.idpEntityId/],
] as const)
  test(`Keycloak import-config: ${name} is refused`, () =>
    assert.throws(
      () => importIdentityProviderConfig(text, NOW),
      (error) => error instanceof ClientDescriptionError && expected.test(error.message),
    ));
