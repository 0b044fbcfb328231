import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields, readFields } from '../ui/field.ts';
import { findMapperType, mapperTypes, mapperTypesOf, rawFields } from './mapper-types.ts';
import { PREDEFINED_SAML_MAPPERS } from './predefined-mappers.ts';

test('console "Realm": every mapper type is listed once, and its settings have unique names', () => {
  assert.equal(new Set(mapperTypes().map(({ type }) => type)).size, mapperTypes().length);
  for (const { type, fields, targets } of mapperTypes()) {
    const members = [...fields, ...targets].map(({ member }) => member);
    assert.equal(new Set(members).size, members.length, type);
  }
});

test('console "Realm": a new mapper adds its claim where it can be added', () => {
  const audience = findMapperType('oidc-audience-mapper');
  assert.equal(audience?.fresh['access.token.claim'], 'true');
  assert.equal(audience?.fresh['id.token.claim'], 'false');
});

test('console "Realm": a claim without a name is rejected before it is sent', () => {
  const fixed = findMapperType('oidc-hardcoded-claim-mapper');
  const problems = checkFields(fixed?.fields ?? [], readFields(fixed?.fields ?? [], {}));
  assert.deepEqual(Object.keys(problems), ['claim.name', 'claim.value']);
});

test('contract "Realm files": the config of an unknown mapper can be viewed and changed', () => {
  assert.equal(findMapperType('my-own-mapper'), undefined);
  const fields = rawFields({ a: '1' });
  assert.deepEqual(readFields(fields, { config: { a: '1' } }), { a: '1' });
});

test('console "Realm": a client or scope is offered only the types of its protocol', () => {
  assert.ok(mapperTypesOf('saml').length > 5);
  assert.ok(mapperTypesOf('saml').every(({ type }) => type.startsWith('saml-')));
  assert.ok(mapperTypesOf('openid-connect').every(({ type }) => type.startsWith('oidc-')));
  assert.deepEqual(
    mapperTypesOf('docker-v2').map(({ type }) => type),
    ['docker-v2-allow-all-mapper'],
  );
  assert.deepEqual(mapperTypesOf('none'), []);
});

test('SAML Profiles §8.2: predefined mappers have a form and are complete', () => {
  for (const { name, type, config } of PREDEFINED_SAML_MAPPERS) {
    const fields = findMapperType(type)?.fields ?? [];
    assert.ok(fields.length > 0, name);
    assert.deepEqual(checkFields(fields, readFields(fields, { config })), {}, name);
  }
});
