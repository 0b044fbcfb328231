import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRealm } from '#protocol/store/store.ts';
import { grantsOf, holdsRole, replaceById, rolesOf, withRoles } from './realm-edit.ts';

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

test('the stored realm is never changed in place', () => {
  const before = JSON.stringify(REALM);
  withRoles(REALM, 'shop', []);
  assert.equal(JSON.stringify(REALM), before);
});

test('inherited property names own no roles', () => {
  assert.deepEqual(rolesOf(REALM, 'constructor'), []);
  assert.equal(holdsRole({ clientRoles: {} }, { clientId: 'toString', name: 'length' }), false);
});

test('lists are edited by id, and everything else stays', () => {
  assert.deepEqual(
    replaceById([{ id: 'a' }, { id: 'b' }], 'a', () => undefined),
    [{ id: 'b' }],
  );
  assert.deepEqual(grantsOf({}), { realmRoles: [], clientRoles: {} });
});
