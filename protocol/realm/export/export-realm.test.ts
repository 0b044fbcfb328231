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
