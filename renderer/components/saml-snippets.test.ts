import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAML_SNIPPETS, type SamlSnippetValues } from './saml-snippets.ts';

const values: SamlSnippetValues = {
  issuer: 'http://localhost:8080/realms/demo',
  metadataUrl: 'http://localhost:8080/realms/demo/protocol/saml/descriptor',
  serviceUrl: 'http://localhost:8080/realms/demo/protocol/saml',
  entityId: "https://sp.test/it's",
  consumerUrl: 'https://sp.test/acs',
  certificate: 'MIIC',
  nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  signsRequests: true,
  wantsSignedAssertions: false,
  wantsSignedMessages: true,
  wantsEncryption: true,
};
const write = (id: string, part: Partial<SamlSnippetValues> = {}): string =>
  SAML_SNIPPETS.find((snippet) => snippet.id === id)?.write({ ...values, ...part }) ?? '';

test('console "Clients": every snippet contains both parties', () => {
  for (const { id } of SAML_SNIPPETS) {
    const text = write(id, { entityId: 'https://sp.test' });
    assert.ok(text.includes('https://sp.test'), id);
    assert.ok(text.includes('localhost:8080/realms/demo'), id);
  }
});

test('console "Clients": keys are required only if something is signed or encrypted', () => {
  for (const { id } of SAML_SNIPPETS) {
    assert.match(write(id), /signing-key\.pem/);
    assert.doesNotMatch(write(id, { signsRequests: false, wantsEncryption: false }), /key\.pem/);
  }
});

test('console "Clients": quotes in an entity ID are escaped', () => {
  assert.ok(write('node-saml').includes(String.raw`issuer: 'https://sp.test/it\'s'`));
  assert.equal(JSON.parse(write('python3-saml')).sp.entityId, values.entityId);
});

test('console "Clients": while the realm’s keys are loading, a placeholder replaces the certificate', () => {
  assert.match(write('node-saml', { certificate: undefined }), /CERTIFICATE OF THE REALM/);
});
