// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accountRoles,
  brokerRoles,
  builtInDefaultRole,
  builtInRealmRoles,
  defaultRoleName,
  isBuiltInRole,
  managementRoleNames,
  managementRoles,
  role,
} from './roles.ts';

test('Keycloak fresh realm: the default role is named after the realm in lower case', () => {
  assert.equal(defaultRoleName('MyRealm'), 'default-roles-myrealm');
  assert.equal(builtInDefaultRole('MyRealm').name, 'default-roles-myrealm');
  assert.deepEqual(builtInDefaultRole('r').composites?.client, {
    account: ['view-profile', 'manage-account'],
  });
});

test('Keycloak fresh realm: every role in a composite exists', () => {
  const account = new Set(accountRoles().map(({ name }) => name));
  for (const { composites } of [...accountRoles(), builtInDefaultRole('r')]) {
    for (const name of composites?.client?.['account'] ?? []) assert.ok(account.has(name), name);
  }
  const management = managementRoles('x', true);
  const names = new Set(management.map(({ name }) => name));
  for (const { composites } of management) {
    for (const name of composites?.client?.['x'] ?? []) assert.ok(names.has(name), name);
  }
});

test('Keycloak fresh realm: realm-admin contains all roles for managing a realm, and master has no realm-admin', () => {
  const admin = managementRoles('x', true).find(({ name }) => name === 'realm-admin');
  assert.deepEqual(admin?.composites?.client?.['x'], managementRoleNames());
  assert.equal(
    managementRoles('x', false).some(({ name }) => name === 'realm-admin'),
    false,
  );
  assert.equal(managementRoles('x', false).length, managementRoleNames().length);
});

test('each call creates roles with new identifiers', () => {
  const ids = [...builtInRealmRoles(), ...builtInRealmRoles(), ...brokerRoles(), role('a'), role('a')].map(
    ({ id }) => id,
  );
  assert.equal(new Set(ids).size, ids.length);
});

test('a role states whether it is composite', () => {
  assert.equal(role('a').composite, false);
  assert.equal(role('a', { composites: { realm: ['b'] } }).composite, true);
  assert.equal(role('a').description, '${role_a}');
});

test('Keycloak fresh realm: its roles are built in, others and those of other clients are not', () => {
  const isBuiltIn = (realm: string, name: string, clientId?: string) =>
    isBuiltInRole(realm, { clientId, name });
  assert.ok(isBuiltIn('Shop', 'default-roles-shop'));
  assert.ok(isBuiltIn('shop', 'offline_access'));
  assert.ok(isBuiltIn('shop', 'manage-account', 'account'));
  assert.ok(isBuiltIn('shop', 'realm-admin', 'realm-management'));
  for (const [name, clientId] of [
    ['admin'],
    ['view-users'],
    ['offline_access', 'account'],
    ['view-users', 'shop-realm'],
    ['default-roles-other'],
  ] as const)
    assert.equal(isBuiltIn('shop', name, clientId), false, name);
});

test('Keycloak fresh realm: master also has the roles of administrators, for each realm in a client', () => {
  assert.ok(isBuiltInRole('master', { clientId: undefined, name: 'create-realm' }));
  assert.ok(isBuiltInRole('master', { clientId: 'shop-realm', name: 'view-users' }));
  assert.equal(isBuiltInRole('master', { clientId: 'shop-realm', name: 'clerk' }), false);
  assert.equal(isBuiltInRole('master', { clientId: 'shop', name: 'view-users' }), false);
});
