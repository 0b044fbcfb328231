import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInClientScopes } from '#protocol/realm/file/built-in/client-scopes.ts';
import { findMapperType, MAPPER_TYPES } from './table.ts';

test('every row either writes claims or changes roles', () => {
  for (const [name, type] of Object.entries(MAPPER_TYPES)) assert.ok(type.mapClaims ?? type.mapRoles, name);
});

test('every OpenID Connect mapper of a fresh realm is supported', () => {
  const used = builtInClientScopes()
    .filter((scope) => scope.protocol === 'openid-connect')
    .flatMap((scope) => scope.protocolMappers ?? [])
    .map((mapper) => mapper.protocolMapper);
  assert.deepEqual(
    [...new Set(used)].filter((type) => findMapperType(type) === undefined),
    [],
  );
});

test('unknown types and inherited names are not found', () => {
  for (const type of ['oidc-invented-mapper', 'toString', '__proto__', ''])
    assert.equal(findMapperType(type), undefined);
});
