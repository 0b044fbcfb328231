import assert from 'node:assert/strict';
import { test } from 'node:test';
import { managementRoleNames } from '../file/built-in/roles.ts';
import type { RoleSet } from '../view/roles.ts';
import { findMissingPower, grantsPower, isManagementClient, listPower } from './admin-power.ts';

function held(clientId: string, ...names: string[]): RoleSet {
  return { realm: new Set(), clients: new Map([[clientId, new Set(names)]]) };
}

function managed(...names: string[]) {
  return names.map((name) => ({ clientId: 'realm-management', name }));
}

test('0169: roles of realm-management are admin roles; in master, those of <realm>-realm, admin and create-realm are', () => {
  assert.equal(isManagementClient('shop', 'realm-management'), true);
  assert.equal(isManagementClient('shop', 'shop-realm'), false);
  assert.equal(isManagementClient('master', 'shop-realm'), true);
  assert.equal(isManagementClient('master', 'realm-management'), false);
  for (const name of ['admin', 'create-realm']) {
    assert.equal(grantsPower('master', { clientId: undefined, name }), true);
    assert.equal(grantsPower('shop', { clientId: undefined, name }), false);
  }
  assert.equal(grantsPower('shop', { clientId: 'till', name: 'manage-users' }), false);
});

test('0169: only admin roles are listed', () => {
  const roles: RoleSet = {
    realm: new Set(['admin', 'clerk']),
    clients: new Map([
      ['realm-management', new Set(['view-users'])],
      ['account', new Set(['manage-account'])],
    ]),
  };
  assert.deepEqual(listPower('shop', roles), managed('view-users'));
});

for (const [holds, asked] of [
  ['manage-users', 'manage-realm'],
  ['view-users', 'manage-users'],
  ['view-clients', 'create-client'],
  ['create-client', 'view-clients'],
  ['manage-realm', 'view-users'],
  ['manage-realm', 'realm-admin'],
  ['query-users', 'query-groups'],
] as const) {
  test(`0169: ${holds} does not imply ${asked}`, () => {
    assert.equal(findMissingPower('shop', held('realm-management', holds), managed(asked)), asked);
  });
}

test('0169: a caller who may change something may also see it', () => {
  for (const [holds, asked] of [
    ['manage-users', ['view-users', 'query-users', 'query-groups']],
    ['manage-clients', ['view-clients', 'create-client', 'query-clients']],
    ['manage-realm', ['view-realm', 'query-realms']],
  ] as const)
    assert.equal(findMissingPower('shop', held('realm-management', holds), managed(...asked)), undefined);
});

test('0169: all management roles of a realm together imply realm-admin', () => {
  const names = managementRoleNames();
  assert.equal(
    findMissingPower('shop', held('realm-management', ...names), managed('realm-admin')),
    undefined,
  );
  const without = names.filter((name) => name !== 'impersonation');
  assert.equal(
    findMissingPower('shop', held('realm-management', ...without), managed('realm-admin')),
    'realm-admin',
  );
});

test('0169: roles over one realm imply nothing over another', () => {
  const roles = [{ clientId: 'shop-realm', name: 'manage-users' }];
  assert.equal(findMissingPower('master', held('mart-realm', 'manage-users'), roles), 'manage-users');
  assert.equal(findMissingPower('master', held('shop-realm', 'manage-users'), roles), undefined);
});
