import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSamlMapperType, SAML_MAPPER_TYPES } from './table.ts';

test('service description §1: every mapper type has exactly one effect and is found by name', () => {
  for (const [name, type] of Object.entries(SAML_MAPPER_TYPES)) {
    assert.match(name, /^saml-[a-z-]+-mapper$/);
    assert.equal(findSamlMapperType(name), type);
    const { mapRoles, listAttributes, listAudiences, mapNameId } = type;
    assert.equal([mapRoles, listAttributes, listAudiences, mapNameId].filter(Boolean).length, 1, name);
  }
});

test('service description §1: unknown types and names of Object.prototype are not found', () => {
  for (const name of ['saml-javascript-mapper', 'oidc-audience-mapper', 'constructor', '__proto__'])
    assert.equal(findSamlMapperType(name), undefined);
});
