import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkServiceProvider, mergeMetadata } from './merge-metadata.ts';

const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const client = {
  clientId: 'old',
  enabled: false,
  attributes: {
    'saml.signing.certificate': 'A',
    'saml.signing.private.key': 'a',
    'saml.encryption.certificate': 'B',
    'saml.encryption.private.key': 'b',
    'saml.assertion.consumer.service.3': `${POST} https://old.test/3`,
    saml_single_logout_service_url_soap: 'https://old.test/soap',
    'saml.single.logout.response.url.post': 'https://old.test/back',
    'saml.encryption.digestMethod': 'old',
    'saml.encryption.maskGenerationFunction': 'old',
    'saml.force.post.binding': 'true',
    own: 'kept',
  },
};
const described = {
  clientId: 'new',
  enabled: true,
  protocol: 'saml',
  redirectUris: ['https://new.test/acs'],
  protocolMappers: [{ name: 'x', protocolMapper: 'saml-user-attribute-mapper' }],
  attributes: {
    'saml.signing.certificate': 'A',
    'saml.assertion.consumer.service.0': `${POST} https://new.test/acs`,
  },
};

test('SAML Metadata §2.4.4: what the metadata omits is removed, what it cannot describe is kept', () => {
  const { attributes, ...members } = mergeMetadata(client, described);
  assert.deepEqual(members, { clientId: 'new', protocol: 'saml', redirectUris: ['https://new.test/acs'] });
  assert.deepEqual(attributes, {
    'saml.encryption.certificate': '',
    'saml.encryption.private.key': '',
    'saml.encryption.digestMethod': '',
    'saml.encryption.maskGenerationFunction': '',
    'saml.single.logout.response.url.post': '',
    'saml.assertion.consumer.service.3': '',
    saml_single_logout_service_url_soap: '',
    ...described.attributes,
  });
});

test('SAML Metadata §2.4.1.1: the private key of an unchanged certificate is kept', () => {
  const { attributes } = mergeMetadata(client, described);
  assert.equal(attributes?.['saml.signing.private.key'], undefined);
});

for (const protocol of ['openid-connect', undefined])
  test(`SAML Metadata §2.4.4: a description of protocol ${protocol} is not imported into a SAML client`, () => {
    const other = { clientId: 'new', ...(protocol === undefined ? {} : { protocol }) };
    assert.throws(() => checkServiceProvider(other), /not the metadata of a service provider\. Paste XML/);
  });

test('SAML Metadata §2.4.4: a description of a service provider is accepted unchanged', () => {
  assert.equal(checkServiceProvider(described), described);
});
