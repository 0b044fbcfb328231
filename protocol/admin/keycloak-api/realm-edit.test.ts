import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRealm } from '#protocol/store/store.ts';
import {
  grantsOf,
  holdsRole,
  renameClientReferences,
  renameGrants,
  renameKey,
  renameRoleReferences,
  replaceById,
  rolesOf,
  withRoles,
} from './realm-edit.ts';

const REALM: StoredRealm = {
  id: 'r',
  realm: 'r',
  roles: {
    realm: [
      { name: 'boss', composites: { realm: ['clerk'], client: { shop: ['sell', 'buy'] } } },
      { name: 'clerk' },
    ],
    client: { shop: [{ name: 'sell' }, { name: 'buy' }] },
  },
  groups: [{ name: 'g', realmRoles: ['clerk'], subGroups: [{ name: 'h', clientRoles: { shop: ['sell'] } }] }],
  scopeMappings: [{ client: 'shop', roles: ['clerk'] }],
  clientScopeMappings: { shop: [{ clientScope: 's', roles: ['sell'] }] },
};

test('a removed role is removed from composites, groups and scope mappings', () => {
  const next = renameRoleReferences(REALM, (role) =>
    role.clientId === 'shop' && role.name === 'sell' ? undefined : role,
  );
  assert.deepEqual(rolesOf(next, undefined)[0]?.composites, { realm: ['clerk'], client: { shop: ['buy'] } });
  assert.deepEqual(next.groups?.[0]?.subGroups?.[0]?.clientRoles, {});
  assert.deepEqual(next.clientScopeMappings, { shop: [{ clientScope: 's', roles: [] }] });
  assert.deepEqual(next.groups?.[0]?.realmRoles, ['clerk']);
});

test('a realm role and a client role of the same name are distinct', () => {
  const next = renameRoleReferences(REALM, (role) =>
    role.clientId === undefined && role.name === 'sell' ? undefined : role,
  );
  assert.deepEqual(next.groups?.[0]?.subGroups?.[0]?.clientRoles, { shop: ['sell'] });
});

test('a renamed client keeps its roles and every reference to them', () => {
  const next = renameClientReferences(REALM, 'shop', 'store');
  assert.deepEqual(
    rolesOf(next, 'store').map(({ name }) => name),
    ['sell', 'buy'],
  );
  assert.deepEqual(rolesOf(next, 'shop'), []);
  assert.deepEqual(rolesOf(next, undefined)[0]?.composites?.client, { store: ['sell', 'buy'] });
  assert.deepEqual(next.scopeMappings, [{ client: 'store', roles: ['clerk'] }]);
  assert.deepEqual(Object.keys(next.clientScopeMappings ?? {}), ['store']);
});

test('removing a client removes its roles and mappings', () => {
  const next = renameClientReferences(REALM, 'shop', undefined);
  assert.deepEqual(next.roles?.client, {});
  assert.deepEqual(next.scopeMappings, []);
  assert.deepEqual(rolesOf(next, undefined)[0]?.composites?.client, {});
});

test('the stored realm is never changed in place', () => {
  const before = JSON.stringify(REALM);
  renameClientReferences(REALM, 'shop', undefined);
  withRoles(REALM, 'shop', []);
  assert.equal(JSON.stringify(REALM), before);
});

test('inherited property names own no roles', () => {
  assert.deepEqual(rolesOf(REALM, 'constructor'), []);
  assert.equal(holdsRole({ clientRoles: {} }, { clientId: 'toString', name: 'length' }), false);
});

test('lists and maps are edited by key, and everything else stays', () => {
  assert.deepEqual(
    replaceById([{ id: 'a' }, { id: 'b' }], 'a', () => undefined),
    [{ id: 'b' }],
  );
  assert.deepEqual(renameKey({ a: 1, b: 2 }, 'a', 'c'), { c: 1, b: 2 });
  assert.deepEqual(grantsOf({}), { realmRoles: [], clientRoles: {} });
  assert.deepEqual(
    renameGrants({}, () => undefined),
    {},
  );
});
