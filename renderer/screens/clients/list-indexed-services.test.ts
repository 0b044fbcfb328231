import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listIndexedServices, removeIndexedServices } from './list-indexed-services.ts';

const URN = 'urn:oasis:names:tc:SAML:2.0:bindings:';
const attributes = {
  'saml.assertion.consumer.service.10': `${URN}HTTP-Artifact https://sp.test/ten`,
  'saml.assertion.consumer.service.2': `${URN}HTTP-POST https://sp.test/two`,
  saml_assertion_consumer_url_post: 'https://sp.test/acs',
};

test('SAML Metadata §2.2.3: services are sorted by index as a number', () => {
  assert.deepEqual(listIndexedServices(attributes), [
    { index: 2, binding: 'HTTP-POST', location: 'https://sp.test/two' },
    { index: 10, binding: 'HTTP-Artifact', location: 'https://sp.test/ten' },
  ]);
  assert.deepEqual(listIndexedServices({}), []);
});

test('SAML Metadata §2.2.3: removing the indexes keeps all other URLs', () => {
  assert.deepEqual(removeIndexedServices({ clientId: 'sp', attributes }), {
    clientId: 'sp',
    attributes: { 'saml.assertion.consumer.service.10': '', 'saml.assertion.consumer.service.2': '' },
  });
});
