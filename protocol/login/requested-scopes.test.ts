import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { requestedScopes } from './requested-scopes.ts';

const realm = testRealm({ clients: [{ clientId: 'web', defaultClientScopes: ['profile'] }] });

test('a request that names its scopes is for these', () => {
  assert.deepEqual(requestedScopes(realm, { clientId: 'web', scopes: ['openid', 'phone'] }), [
    'openid',
    'phone',
  ]);
});

test('other requests are for the default scopes of their client', () => {
  assert.deepEqual(requestedScopes(realm, { clientId: 'web' }), ['profile']);
  assert.deepEqual(requestedScopes(realm, { clientId: 'gone' }), []);
});
