import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMapperRow } from './table.ts';

test('Keycloak LEGACY: social profiles, usernames and hardcoded roles are read once, claims only take roles away', () => {
  assert.equal(findMapperRow('github-user-attribute-mapper')?.legacy, 'IMPORT');
  assert.equal(findMapperRow('oidc-username-idp-mapper')?.legacy, 'IMPORT');
  assert.equal(findMapperRow('oidc-hardcoded-role-idp-mapper')?.legacy, 'IMPORT');
  assert.equal(findMapperRow('oidc-advanced-role-idp-mapper')?.legacy, 'LEGACY');
  assert.equal(findMapperRow('oidc-user-attribute-idp-mapper')?.legacy, 'FORCE');
  assert.equal(findMapperRow('saml-role-idp-mapper')?.legacy, 'FORCE');
});

test('bad input: other types have no row', () => {
  for (const type of ['', 'gitlab-user-attribute-mapper', 'constructor'])
    assert.equal(findMapperRow(type), undefined, type);
});
