import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRealm } from '../testing/realm.ts';
import { withAccess, withRole } from './brokered-access.ts';
import type { BrokeredChange } from './brokered-identity.ts';

const realm = testRealm({
  clients: [{ clientId: 'shop' }],
  roles: { realm: [{ name: 'admin' }], client: { shop: [{ name: 'buyer' }] } },
  groups: [{ name: 'staff' }],
});
const ANN = { id: 'u', username: 'ann' };
const FULL = { ...ANN, realmRoles: ['admin'], clientRoles: { shop: ['buyer'] }, groups: ['/staff'] };

type Mode = BrokeredChange['syncMode'];
const all = (isHeld: boolean, syncMode: Mode = 'FORCE'): readonly BrokeredChange[] => [
  { kind: 'role', role: 'admin', isHeld, syncMode },
  { kind: 'role', role: 'shop.buyer', isHeld, syncMode },
  { kind: 'group', group: '/staff', isHeld, syncMode },
];

test('first sign-in: roles and groups are given in every mode, and none is taken away', () => {
  for (const mode of ['IMPORT', 'LEGACY', 'FORCE'] as const)
    assert.deepEqual(withAccess(realm, ANN, all(true, mode), 'first'), FULL);
  assert.equal(withAccess(realm, FULL, all(false), 'first'), FULL);
});

test('Keycloak FORCE: roles and groups follow the provider', () => {
  assert.deepEqual(withAccess(realm, ANN, all(true), 'later'), FULL);
  assert.deepEqual(withAccess(realm, FULL, all(false), 'later'), {
    ...ANN,
    realmRoles: [],
    clientRoles: {},
    groups: [],
  });
  assert.equal(withAccess(realm, FULL, all(true), 'later'), FULL);
  assert.equal(withAccess(realm, ANN, all(false), 'later'), ANN);
});

test('Keycloak LEGACY of claims: roles are taken away, but not given again', () => {
  assert.equal(withAccess(realm, ANN, all(true, 'LEGACY'), 'later'), ANN);
  assert.deepEqual(withAccess(realm, FULL, all(false, 'LEGACY'), 'later').realmRoles, []);
});

test('Keycloak: what one mapper gives, another does not take, in either order', () => {
  assert.equal(withAccess(realm, FULL, [...all(true), ...all(false)], 'later'), FULL);
  assert.equal(withAccess(realm, FULL, [...all(false), ...all(true)], 'later'), FULL);
});

test('bad input: roles and groups that the realm does not have are passed over', () => {
  const changes: readonly BrokeredChange[] = [
    { kind: 'role', role: 'gone', isHeld: true, syncMode: 'FORCE' },
    { kind: 'role', role: 'shop.gone', isHeld: true, syncMode: 'FORCE' },
    { kind: 'role', role: '__proto__', isHeld: false, syncMode: 'FORCE' },
    { kind: 'group', group: '/gone', isHeld: true, syncMode: 'FORCE' },
    { kind: 'attribute', name: 'x', values: ['y'], syncMode: 'FORCE' },
  ];
  assert.equal(withAccess(realm, ANN, changes, 'later'), ANN);
});

test('a role that the user has already is not given twice', () => {
  assert.equal(withRole(FULL, { clientId: undefined, name: 'admin' }), FULL);
  assert.deepEqual(withRole(FULL, { clientId: 'shop', name: 'x' }).clientRoles, { shop: ['buyer', 'x'] });
});
