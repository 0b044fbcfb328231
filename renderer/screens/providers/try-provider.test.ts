import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryProviderUrl } from './try-provider.ts';

test('Keycloak: kc_idp_hint leads to the provider without a click, and back to the account console', () => {
  const url = new URL(tryProviderUrl('http://127.0.0.1:8080/auth', 'my realm', 'a&b'));
  assert.equal(url.pathname, '/auth/realms/my%20realm/protocol/openid-connect/auth');
  assert.equal(url.searchParams.get('kc_idp_hint'), 'a&b');
  assert.equal(url.searchParams.get('redirect_uri'), 'http://127.0.0.1:8080/auth/realms/my%20realm/account/');
});
