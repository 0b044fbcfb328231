import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInClientScopes } from '#protocol/realm/file/built-in/client-scopes.ts';
import { findMapperType, MAPPER_TYPES } from './table.ts';

test('every row either writes claims or changes roles', () => {
  for (const [name, type] of Object.entries(MAPPER_TYPES)) assert.ok(type.mapClaims ?? type.mapRoles, name);
});

test('every OpenID Connect mapper of a fresh realm is known, but that of organizations, which are not there yet', () => {
  const used = builtInClientScopes()
    .filter((scope) => scope.protocol === 'openid-connect')
    .flatMap((scope) => scope.protocolMappers ?? [])
    .map((mapper) => mapper.protocolMapper);
  assert.deepEqual(
    [...new Set(used)].filter((type) => findMapperType(type) === undefined),
    ['oidc-organization-membership-mapper'],
  );
});

test('an unknown type is not found, nor is a member of every object', () => {
  for (const type of ['oidc-invented-mapper', 'toString', '__proto__', ''])
    assert.equal(findMapperType(type), undefined);
});
