import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import { CERTIFICATE, consumer, keyDescriptor, metadataOf, QUESTION } from '../testing/metadata.ts';
import { describeClient } from './describe-client.ts';
import { readServiceProviderMetadata } from './service-provider-metadata.ts';

const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings:';
const ACS = consumer(0, 'https://sp.test/acs');
const clientOf = async (content: string, role = '') =>
  describeClient(readServiceProviderMetadata(metadataOf({ content, role }), QUESTION));
const logout = (binding: string): string =>
  `<md:SingleLogoutService Binding="${BINDINGS}${binding}" Location="https://sp.test/out/${binding}"/>`;

test('SAML Metadata §2.4.4: minimal metadata becomes a client with one address that need not sign', async () => {
  assert.deepEqual(await clientOf(ACS), {
    clientId: 'https://sp.test/metadata',
    protocol: 'saml',
    enabled: true,
    frontchannelLogout: true,
    redirectUris: ['https://sp.test/acs'],
    attributes: {
      'saml.assertion.consumer.service.0': `${BINDINGS}HTTP-POST https://sp.test/acs`,
      saml_assertion_consumer_url_post: 'https://sp.test/acs',
      'saml.force.post.binding': 'true',
      'saml.client.signature': 'false',
      'saml.assertion.signature': 'false',
      'saml.encrypt': 'false',
    },
  });
});

test('SAML Metadata §2.2.3: the default service comes first, one marked as not the default last', async () => {
  const post = async (content: string) =>
    (await clientOf(content)).attributes?.['saml_assertion_consumer_url_post'];
  assert.equal(await post(ACS + consumer(1, 'https://sp.test/b', 'isDefault="true"')), 'https://sp.test/b');
  assert.equal(
    await post(consumer(0, 'https://sp.test/a', 'isDefault="false"') + consumer(1, 'https://sp.test/b')),
    'https://sp.test/b',
  );
});

test('SAML Metadata §2.4.4: each binding has an attribute; without a POST service POST is not forced', async () => {
  const content =
    consumer(0, 'https://sp.test/art', '', `${BINDINGS}HTTP-Artifact`) +
    consumer(1, 'https://sp.test/paos', '', `${BINDINGS}PAOS`);
  const { attributes = {}, redirectUris } = await clientOf(content);
  assert.equal(attributes['saml_artifact_binding_url'], 'https://sp.test/art');
  assert.equal(attributes['saml.force.post.binding'], 'false');
  assert.equal(attributes['saml.allow.ecp.flow'], undefined);
  assert.deepEqual(redirectUris, ['https://sp.test/art', 'https://sp.test/paos']);
});

test('SAML Metadata §2.4.4: SAML 1.1 services in the same role, as Shibboleth publishes them, are ignored', async () => {
  const old = consumer(5, 'https://sp.test/old', '', 'urn:oasis:names:tc:SAML:1.0:profiles:browser-post');
  const { attributes = {}, redirectUris } = await clientOf(old + ACS);
  assert.deepEqual(redirectUris, ['https://sp.test/acs']);
  assert.deepEqual(
    Object.keys(attributes).filter((name) => name.startsWith('saml.assertion.consumer')),
    ['saml.assertion.consumer.service.0'],
  );
});

test('SAML Profiles §4.4: a service provider with only SOAP logout is notified by the server, others by the browser', async () => {
  const soap = await clientOf(logout('SOAP') + ACS);
  assert.equal(soap.frontchannelLogout, false);
  assert.equal(soap.attributes?.['saml_single_logout_service_url_soap'], 'https://sp.test/out/SOAP');
  const both = await clientOf(logout('SOAP') + logout('HTTP-Redirect') + ACS);
  assert.equal(both.frontchannelLogout, true);
  assert.equal(
    both.attributes?.['saml_single_logout_service_url_redirect'],
    'https://sp.test/out/HTTP-Redirect',
  );
});

test('SAML Metadata §2.2.2: logout response addresses are stored per binding if they differ from the request addresses', async () => {
  const services = ['HTTP-POST', 'HTTP-Redirect', 'HTTP-Artifact', 'SOAP'].map((binding) => {
    const location = `https://sp.test/${binding === 'HTTP-POST' ? 'out/HTTP-POST' : `back/${binding}`}`;
    return logout(binding).replace('/>', ` ResponseLocation="${location}"/>`);
  });
  const { attributes = {} } = await clientOf(services.join('') + ACS);
  assert.deepEqual(
    Object.entries(attributes).filter(([name]) => name.startsWith('saml.single.logout')),
    [
      ['saml.single.logout.response.url.redirect', 'https://sp.test/back/HTTP-Redirect'],
      ['saml.single.logout.response.url.artifact', 'https://sp.test/back/HTTP-Artifact'],
    ],
  );
});

test('SAML Metadata §2.4.1.1: keys turn on signatures and encryption, with the first supported method', async () => {
  const method = (uri: string): string => `<md:EncryptionMethod Algorithm="${uri}"/>`;
  const methods = [
    'http://www.w3.org/2001/04/xmlenc#tripledes-cbc',
    'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
    'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
    'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  ];
  const keys =
    keyDescriptor('signing') + keyDescriptor('encryption', CERTIFICATE, methods.map(method).join(''));
  const { attributes = {} } = await clientOf(
    keys + ACS,
    'AuthnRequestsSigned="true" WantAssertionsSigned="true"',
  );
  assert.equal(attributes['saml.client.signature'], 'true');
  assert.equal(attributes['saml.assertion.signature'], 'true');
  assert.equal(attributes['saml.signing.certificate'], CERTIFICATE);
  assert.equal(attributes['saml.encrypt'], 'true');
  assert.equal(attributes['saml.encryption.certificate'], CERTIFICATE);
  assert.equal(attributes['saml.encryption.algorithm'], 'http://www.w3.org/2001/04/xmlenc#aes128-cbc');
  assert.equal(attributes['saml.encryption.keyAlgorithm'], 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p');
});

test('XML Encryption 1.0 §5.2, §5.4.2: without named methods the mandatory ones are used', async () => {
  const { attributes = {} } = await clientOf(keyDescriptor('encryption') + ACS);
  assert.equal(attributes['saml.encryption.algorithm'], 'http://www.w3.org/2001/04/xmlenc#aes256-cbc');
  assert.equal(attributes['saml.encryption.keyAlgorithm'], 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p');
  assert.equal(attributes['saml.encryption.digestMethod'], 'http://www.w3.org/2000/09/xmldsig#sha1');
});

test('SAML Metadata §2.4.4: the client uses the first known name identifier format', async () => {
  const format = (urn: string): string => `<md:NameIDFormat>${urn}</md:NameIDFormat>`;
  const content =
    format('urn:oasis:names:tc:SAML:2.0:nameid-format:entity') +
    format('urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress') +
    ACS;
  assert.equal((await clientOf(content)).attributes?.['saml_name_id_format'], 'email');
});

test('SAML Metadata §2.4.4.2: a readable caption is not an attribute name; GitLab’s names of user properties are recognized', async () => {
  const requested = [
    ['name', 'Full name'],
    ['first_name', 'Given name'],
    ['last_name', 'Family name'],
    ['urn:oid:1.3.6.1.4.1.5923.1.1.1.7', 'eduPersonEntitlement'],
  ].map(([name, caption]) => `<md:RequestedAttribute Name="${name}" FriendlyName="${caption}"/>`);
  const content = `${ACS}<md:AttributeConsumingService index="0"><md:ServiceName xml:lang="en">x</md:ServiceName>${requested.join('')}</md:AttributeConsumingService>`;
  const { protocolMappers = [] } = await clientOf(content);
  assert.deepEqual(
    protocolMappers.map(({ config }) => config?.['user.attribute']),
    ['name', 'firstName', 'lastName', 'eduPersonEntitlement'],
  );
});

test('SAML Metadata §2.4.4.2: requested attributes become mappers, of user properties where known', async () => {
  const content = `${ACS}<md:AttributeConsumingService index="0"><md:ServiceName xml:lang="en">x</md:ServiceName>
    <md:RequestedAttribute Name="urn:oid:2.5.4.42" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" FriendlyName="givenName"/>
    <md:RequestedAttribute Name="department"/><md:RequestedAttribute Name="department"/></md:AttributeConsumingService>`;
  const { protocolMappers = [] } = await clientOf(content);
  assert.deepEqual(
    protocolMappers.map(({ protocolMapper, config }) => [protocolMapper, config]),
    [
      [
        'saml-user-property-mapper',
        {
          'user.attribute': 'firstName',
          'attribute.name': 'urn:oid:2.5.4.42',
          'attribute.nameformat': 'URI Reference',
          'friendly.name': 'givenName',
        },
      ],
      [
        'saml-user-attribute-mapper',
        { 'user.attribute': 'department', 'attribute.name': 'department', 'attribute.nameformat': 'Basic' },
      ],
    ],
  );
});

for (const [name, content, role, expected] of [
  [
    'signed requests without a key',
    ACS,
    'AuthnRequestsSigned="true"',
    /AuthnRequestsSigned is true and no KeyDescriptor/,
  ],
  ['a repeated service index', ACS + ACS, '', /same index/],
  [
    'too many services',
    Array.from({ length: 101 }, (_, index) => consumer(index, 'https://sp.test/acs')).join(''),
    '',
    /more than 100/,
  ],
  [
    'a service with an invalid binding URN',
    consumer(0, 'https://sp.test/acs', '', 'POST'),
    '',
    /cannot be followed: attributes\.saml\.assertion\.consumer\.service\.0/,
  ],
] as const) {
  test(`SAML Metadata §2.4.4: ${name} is rejected, and the fault is named`, async () => {
    await assert.rejects(
      clientOf(content, role),
      (error) => error instanceof ClientDescriptionError && expected.test(error.message),
    );
  });
}
