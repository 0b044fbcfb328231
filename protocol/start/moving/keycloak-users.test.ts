import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { exportRealm } from '#protocol/realm/export/export-realm.ts';
import { writeForKeycloak } from '#protocol/realm/export/for-keycloak.ts';
import { collect } from '#protocol/store/collect.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { sampleMoved, toMoved } from '#protocol/store/testing/moved-realm.ts';
import { KeycloakRealm, type WriteRealm } from './keycloak-users.ts';

const write: WriteRealm = (realm, users) => writeForKeycloak(exportRealm(realm, users), { now: 0 });

const REALM: StoredRealm = {
  id: 'shop-id',
  realm: 'shop',
  groups: [{ id: 'g1', name: 'a/b', path: '/a~/b', subGroups: [] }],
  roles: { realm: [{ id: 'r1', name: 'buyer' }], client: { till: [{ id: 'r2', name: 'clerk' }] } },
  clients: [
    { id: 'c1', clientId: 'till', serviceAccountsEnabled: true },
    { id: 'c2', clientId: 'taken', serviceAccountsEnabled: true },
  ],
  organizations: [{ id: 'o1', name: 'org', members: [{ username: 'user-600' }, { username: 'gone' }] }],
};

const USERS: readonly StoredUser[] = Array.from({ length: 1100 }, (_, index) => ({
  id: `u${index}`,
  username: index === 7 ? 'service-account-taken' : `user-${index}`,
  realmRoles: ['buyer', ...(index % 100 === 0 ? ['gone'] : [])],
  clientRoles: { till: ['clerk'] },
  groups: ['/a~/b'],
  'x-own': 1,
  ...(index === 900 ? { serviceAccountClientId: 'till' } : {}),
  credentials: [
    { id: index === 1000 ? 'c0' : `c${index}`, type: 'password', secretData: '{}', credentialData: '{}' },
  ],
}));

test('a realm that is converted in parts is the same as one that is converted at once', async () => {
  const whole = write(REALM, USERS);
  const content = { ...sampleMoved(1), realm: REALM };
  const users = USERS.map((user) => ({ user, isOriginal: false }));
  const keycloak = new KeycloakRealm(toMoved({ ...content, users }), write);
  const { users: expected, ...realm } = whole.file;
  assert.deepEqual(await keycloak.readRealm(), realm);
  const read: UserRepresentation[] = await collect(keycloak.users());
  assert.deepEqual(read, expected);
  const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);
  assert.deepEqual(keycloak.report().toSorted(byPath), whole.report.toSorted(byPath));
});

test('a realm without users has none', async () => {
  const keycloak = new KeycloakRealm(toMoved({ ...sampleMoved(1), realm: REALM, users: [] }), write);
  assert.equal((await keycloak.readRealm()).users, undefined);
  assert.deepEqual(await collect(keycloak.users()), []);
});
