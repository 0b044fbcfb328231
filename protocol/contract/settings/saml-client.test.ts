import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAML_CLIENT_DEFAULTS } from '../saml-client-attributes.ts';
import { findTextSettingProblem } from './check-text.ts';
import { findSamlAttribute, SAML_CLIENT_ATTRIBUTES } from './saml-client.ts';

test('Keycloak SAML client attributes: the defaults of a new client are valid values', () => {
  for (const [attribute, value] of Object.entries(SAML_CLIENT_DEFAULTS)) {
    const row = findSamlAttribute(attribute);
    assert.ok(row, attribute);
    assert.equal(findTextSettingProblem(value, row.type, {}), undefined, attribute);
  }
});

test('Keycloak SAML client attributes: every switch may be absent', () => {
  for (const [attribute, { type, default: value }] of Object.entries(SAML_CLIENT_ATTRIBUTES))
    if (type.kind === 'flag') assert.equal(value, 'false', attribute);
});

test('SAML Metadata §2.4.4: indexed services share one setting, and a service without an index is rejected', () => {
  const [numbered, other] = ['0', 'x'].map((end) =>
    findSamlAttribute(`saml.assertion.consumer.service.${end}`),
  );
  const service = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST https://sp.test/acs';
  assert.ok(numbered && other);
  assert.equal(findTextSettingProblem(service, numbered.type, {}), undefined);
  assert.match(findTextSettingProblem(service, other.type, {}) ?? '', /must end with the number/);
});

test('an inherited property name is not a setting', () => {
  assert.equal(findSamlAttribute('constructor'), undefined);
});
