import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields, type Field, readFields, writeFields } from '../../ui/field.ts';
import { samlGeneralSections } from './saml-general-fields.ts';
import { samlKeySections } from './saml-key-fields.ts';
import { samlLogoutSections } from './saml-logout-fields.ts';
import { samlSignInSections } from './saml-sign-in-fields.ts';

const tabs = [samlGeneralSections(), samlSignInSections(), samlKeySections(), samlLogoutSections()];
const fields: readonly Field[] = tabs.flat().flatMap((section) => section.fields);
const problemsOf = (client: Record<string, unknown>) =>
  checkFields(fields, readFields(fields, { clientId: 'a', ...client }));

test('contract "Realm files": the forms of a service provider show the defaults of omitted members, and can be saved', () => {
  const values = readFields(fields, { clientId: 'a' });
  assert.equal(values['saml.server.signature'], false);
  assert.equal(values['saml.authnstatement'], false);
  assert.equal(values['frontchannelLogout'], true);
  assert.equal(values['saml.signature.algorithm'], 'RSA_SHA256');
  assert.equal(values['saml.encryption.algorithm'], 'http://www.w3.org/2009/xmlenc11#aes256-gcm');
  assert.deepEqual(problemsOf({}), {});
});

test('console "Clients": each member of a service provider is in one form only', () => {
  const members = fields.map(({ member }) => member);
  assert.deepEqual(
    members.filter((member, index) => members.indexOf(member) !== index),
    [],
  );
});

test('SAML Metadata §2.2.2: an endpoint is an http or https URL', () => {
  const attributes = {
    saml_assertion_consumer_url_post: 'acs',
    saml_single_logout_service_url_soap: 'ftp://sp.test',
  };
  assert.deepEqual(Object.keys(problemsOf({ attributes })), Object.keys(attributes));
});

test('XML Encryption §3.5: without a certificate nothing is encrypted', () => {
  assert.ok(problemsOf({ attributes: { 'saml.encrypt': 'true' } })['saml.encryption.certificate']);
  const complete = { 'saml.encrypt': 'true', 'saml.encryption.certificate': 'MIIC' };
  assert.deepEqual(problemsOf({ attributes: complete }), {});
});

test('SAML Metadata §4: fetched certificates need a URL, and no certificate in the form', () => {
  const attributes = { 'saml.useMetadataDescriptorUrl': 'true', 'saml.encrypt': 'true' };
  assert.deepEqual(Object.keys(problemsOf({ attributes })), ['saml.metadataDescriptorUrl']);
  const complete = { ...attributes, 'saml.metadataDescriptorUrl': 'https://sp.test/metadata' };
  assert.deepEqual(problemsOf({ attributes: complete }), {});
});

test('SAML Profiles §4.1.5: the URL name of IdP-initiated SSO is a single URL segment', () => {
  for (const name of ['a/b', '..', 'a b', 'a?b'])
    assert.ok(
      problemsOf({ attributes: { saml_idp_initiated_sso_url_name: name } })[
        'saml_idp_initiated_sso_url_name'
      ],
      name,
    );
  assert.deepEqual(problemsOf({ attributes: { saml_idp_initiated_sso_url_name: 'wiki-1' } }), {});
});

test('console "Clients": a changed switch is written as a string, and unknown attributes are kept', () => {
  const client = { attributes: { own: 'kept', 'saml.encrypt': 'false' } };
  assert.deepEqual(writeFields(fields, client, { 'saml.onetimeuse.condition': true }), {
    attributes: { own: 'kept', 'saml.encrypt': 'false', 'saml.onetimeuse.condition': 'true' },
  });
});
