import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProviderType, IDENTITY_PROVIDER_TYPES } from './identity-provider-types.ts';

test('a type is found by its provider ID, and nothing else is one', () => {
  assert.deepEqual(findProviderType('github'), { name: 'GitHub', isSupported: true });
  for (const id of ['', 'GitHub', 'toString', '__proto__']) assert.equal(findProviderType(id), undefined, id);
});

test('Keycloak admin API: protocols can be used for any provider', () => {
  const protocols = Object.keys(IDENTITY_PROVIDER_TYPES).filter((id) => findProviderType(id)?.isProtocol);
  assert.deepEqual(protocols, ['oidc', 'keycloak-oidc', 'saml', 'oauth2']);
});
