import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperContext, runMapper } from '../testing/mapper.ts';
import { clientRoles, realmRoles } from './roles.ts';

const context = mapperContext(
  {},
  {
    roles: {
      realm: new Set(['user', 'manager']),
      clients: new Map([
        ['api', new Set(['read'])],
        ['my.app', new Set(['see'])],
      ]),
    },
  },
);

test('oidc-usermodel-realm-role-mapper: sets a list in its claim, with the configured prefix', () => {
  assert.deepEqual(runMapper(realmRoles, {}, context), { realm_access: { roles: ['user', 'manager'] } });
  const config = { 'claim.name': 'groups', 'usermodel.realmRoleMapping.rolePrefix': 'R_' };
  assert.deepEqual(runMapper(realmRoles, config, context), { groups: ['R_user', 'R_manager'] });
});

test('oidc-usermodel-realm-role-mapper: without roles there is no claim', () => {
  assert.deepEqual(runMapper(realmRoles, {}, mapperContext()), {});
});

test('oidc-usermodel-client-role-mapper: sets the roles of each client under its clientId, which may contain dots', () => {
  assert.deepEqual(runMapper(clientRoles, {}, context), {
    resource_access: { api: { roles: ['read'] }, 'my.app': { roles: ['see'] } },
  });
});

test('oidc-usermodel-client-role-mapper: sets the roles of a single client in its own claim', () => {
  const config = { 'usermodel.clientRoleMapping.clientId': 'api', 'claim.name': 'rights' };
  assert.deepEqual(runMapper(clientRoles, config, context), { rights: ['read'] });
});
