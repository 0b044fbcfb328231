import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAML_MAPPER_TYPES } from '#protocol/saml/mappers/table.ts';
import { MAPPER_TYPES } from '#protocol/token/mappers/table.ts';
import { describeMapperTypes } from './protocol-mapper-types.ts';

const types = describeMapperTypes();

test('house 2a: server info lists the supported mappers, and no other', () => {
  const idsOf = (protocol: string) => (types[protocol] ?? []).map(({ id }) => id).sort();
  assert.deepEqual(idsOf('openid-connect'), Object.keys(MAPPER_TYPES).sort());
  assert.deepEqual(idsOf('saml'), Object.keys(SAML_MAPPER_TYPES).sort());
  assert.deepEqual(idsOf('docker-v2'), ['docker-v2-allow-all-mapper']);
});

test('Keycloak server info: a setting has a type that form builders know, its choices and its default', () => {
  const properties = types['openid-connect']?.find(
    ({ id }) => id === 'oidc-usermodel-attribute-mapper',
  )?.properties;
  const property = (name: string) => properties?.find((each) => each.name === name);
  assert.deepEqual(
    [property('claim.name')?.type, property('multivalued')?.type, property('jsonType.label')?.type],
    ['String', 'boolean', 'List'],
  );
  assert.deepEqual(property('jsonType.label')?.options, ['String', 'long', 'int', 'boolean', 'JSON']);
  assert.equal(property('jsonType.label')?.defaultValue, 'String');
  const salt = types['openid-connect']
    ?.find(({ id }) => id === 'oidc-sha256-pairwise-sub-mapper')
    ?.properties.find(({ name }) => name === 'pairwiseSubAlgorithmSalt');
  assert.deepEqual([salt?.type, salt?.secret], ['Password', true]);
});
