import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoleSet } from '#protocol/realm/view/roles.ts';
import { mapperContext, runMapper } from '../testing/mapper.ts';
import { hardcodedClaim, hardcodedRole, roleName } from './hardcoded.ts';

const roles: RoleSet = { realm: new Set(['user']), clients: new Map([['api', new Set(['read'])]]) };
const plain = (set: RoleSet | undefined) => ({
  realm: [...(set?.realm ?? [])],
  clients: Object.fromEntries([...(set?.clients ?? [])].map(([clientId, names]) => [clientId, [...names]])),
});

test('oidc-hardcoded-claim-mapper: sets the configured value with its type', () => {
  const config = { 'claim.name': 'level', 'claim.value': '3', 'jsonType.label': 'int' };
  assert.deepEqual(runMapper(hardcodedClaim, config, mapperContext()), { level: 3 });
});

test('oidc-hardcoded-role-mapper: adds a realm role or a client role without changing the given set', () => {
  assert.deepEqual(plain(hardcodedRole.mapRoles?.(roles, { role: 'admin' })).realm, ['user', 'admin']);
  assert.deepEqual(plain(hardcodedRole.mapRoles?.(roles, { role: 'web.see' })).clients, {
    api: ['read'],
    web: ['see'],
  });
  assert.deepEqual([...roles.realm], ['user']);
});

test('oidc-hardcoded-role-mapper: without a configured role it has no effect', () => {
  assert.equal(hardcodedRole.mapRoles?.(roles, {}), roles);
});

test('oidc-role-name-mapper: renames a role that the user has', () => {
  const renamed = plain(roleName.mapRoles?.(roles, { role: 'api.read', 'new.role.name': 'reader' }));
  assert.deepEqual(renamed, { realm: ['user', 'reader'], clients: { api: [] } });
  assert.deepEqual(
    plain(roleName.mapRoles?.(roles, { role: 'user', 'new.role.name': 'api.person' })).clients,
    { api: ['read', 'person'] },
  );
});

test('oidc-role-name-mapper: has no effect without the role or without a new name', () => {
  assert.equal(roleName.mapRoles?.(roles, { role: 'admin', 'new.role.name': 'x' }), roles);
  assert.equal(roleName.mapRoles?.(roles, { role: 'user' }), roles);
});
