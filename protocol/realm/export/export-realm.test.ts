import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportRealm } from './export-realm.ts';

test('contract "Realm files": an export has every member that was given, including unknown ones', () => {
  const clients = [{ clientId: 'shop', secret: 'shop-secret' }];
  const realm = {
    id: 'r',
    realm: 'r',
    futureMember: { kept: true },
    applications: [{ name: 'old' }],
    clients,
  };
  const users = [{ id: 'u', username: 'ann', badge: 7 }];
  assert.deepEqual(exportRealm(realm, users), { ...realm, users });
});

test('an export has links with identity providers, but no tokens of theirs', () => {
  const link = { identityProvider: 'corp', userId: '17', userName: 'ann' };
  const users = [{ id: 'u', username: 'ann', federatedIdentities: [{ ...link, token: 'secret-token' }] }];
  const file = exportRealm({ id: 'r', realm: 'r' }, users);
  assert.deepEqual(file.users, [{ id: 'u', username: 'ann', federatedIdentities: [link] }]);
});
