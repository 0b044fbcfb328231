import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeClient } from '../metadata/describe-client.ts';
import { readServiceProviderMetadata } from '../metadata/service-provider-metadata.ts';
import { FULL, PLAIN } from '../testing/installation.ts';
import { readInstallationSettings } from './installation-settings.ts';
import { renderServiceProviderDescriptor } from './service-provider-descriptor.ts';

const clientOf = async (request: typeof FULL) => {
  const text = renderServiceProviderDescriptor(readInstallationSettings(request));
  return describeClient(readServiceProviderMetadata(text, { now: 0, entityId: undefined }));
};

test("SAML Metadata §2.4.4: importing a client's metadata restores the client", async () => {
  const { clientId, attributes = {}, redirectUris } = await clientOf(FULL);
  assert.equal(clientId, FULL.client.clientId);
  for (const name of [
    'saml.client.signature',
    'saml.assertion.signature',
    'saml.encrypt',
    'saml.signing.certificate',
    'saml.encryption.certificate',
    'saml_name_id_format',
    'saml.assertion.consumer.service.2',
    'saml.assertion.consumer.service.7',
    'saml_single_logout_service_url_soap',
  ])
    assert.equal(attributes[name], FULL.client.attributes[name], name);
  assert.equal(attributes['saml_single_logout_service_url_redirect'], 'https://sp.test/out');
  assert.equal(attributes['saml.single.logout.response.url.redirect'], 'https://sp.test/back');
  assert.deepEqual(redirectUris, ['https://sp.test/two', 'https://sp.test/seven']);
});

test('SAML Metadata §2.4.4: a client with few settings has readable metadata', async () => {
  const { clientId, redirectUris } = await clientOf(PLAIN);
  assert.deepEqual([clientId, redirectUris], ['plain', ['https://plain.test/saml']]);
});
