import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields, readFields } from '../ui/field.ts';
import { findMapperType, MAPPER_TYPES, mapperTypesOf, rawFields, targetFields } from './mapper-types.ts';
import { READY_SAML_MAPPERS } from './saml-mapper-types.ts';

test('console "Realm": every type of mapper stands once, and its settings have names of their own', () => {
  assert.equal(new Set(MAPPER_TYPES.map(({ type }) => type)).size, MAPPER_TYPES.length);
  for (const { type, fields, targets } of MAPPER_TYPES) {
    const members = [...fields, ...targetFields(targets)].map(({ member }) => member);
    assert.equal(new Set(members).size, members.length, type);
  }
});

test('console "Realm": a new mapper is written where it may be', () => {
  const audience = findMapperType('oidc-audience-mapper');
  assert.equal(audience?.fresh['access.token.claim'], 'true');
  assert.equal(audience?.fresh['id.token.claim'], 'false');
});

test('console "Realm": a claim without a name is refused before it is sent', () => {
  const fixed = findMapperType('oidc-hardcoded-claim-mapper');
  const problems = checkFields(fixed?.fields ?? [], readFields(fixed?.fields ?? [], {}));
  assert.deepEqual(Object.keys(problems), ['claim.name', 'claim.value']);
});

test('contract "Realm files": the config of an unknown mapper can be seen and changed as it stands', () => {
  assert.equal(findMapperType('my-own-mapper'), undefined);
  const fields = rawFields({ a: '1' });
  assert.deepEqual(readFields(fields, { config: { a: '1' } }), { a: '1' });
});

test('console "Realm": a client or scope is offered the types of its protocol alone', () => {
  assert.ok(mapperTypesOf('saml').length > 5);
  assert.ok(mapperTypesOf('saml').every(({ type }) => type.startsWith('saml-')));
  assert.ok(mapperTypesOf('openid-connect').every(({ type }) => type.startsWith('oidc-')));
  assert.deepEqual(
    mapperTypesOf('docker-v2').map(({ type }) => type),
    ['docker-v2-allow-all-mapper'],
  );
  assert.deepEqual(mapperTypesOf('none'), []);
});

test('SAML Profiles §8.2: mappers that come ready are of a type with a form, and complete', () => {
  for (const { name, type, config } of READY_SAML_MAPPERS) {
    const fields = findMapperType(type)?.fields ?? [];
    assert.ok(fields.length > 0, name);
    assert.deepEqual(checkFields(fields, readFields(fields, { config })), {}, name);
  }
});
