import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEarlierDefaultRoles, withDefaultRoles } from './earlier-default-roles.ts';

test('Keycloak import: default roles of the realm and of clients join the composites of the default role', () => {
  const roles = readEarlierDefaultRoles({
    defaultRoles: ['user'],
    clients: [{ clientId: 'shop', defaultRoles: ['buyer', 'reader'] }, { clientId: 'page' }],
  });
  const role = {
    name: 'd',
    composites: { realm: ['user', 'x'], client: { shop: ['reader'], account: ['y'] } },
  };
  assert.deepEqual(withDefaultRoles(role, roles), {
    name: 'd',
    composite: true,
    composites: { realm: ['user', 'x'], client: { shop: ['reader', 'buyer'], account: ['y'] } },
  });
});

test('a default role stays as it is when nothing joins it', () => {
  const role = { name: 'd' };
  assert.equal(withDefaultRoles(role, readEarlierDefaultRoles({ clients: [{ clientId: 'a' }] })), role);
});

test('bad input: lists of another type and items that are not names are ignored', () => {
  const { realm, client } = readEarlierDefaultRoles({
    defaultRoles: 'user',
    clients: [
      { clientId: 'a', defaultRoles: { name: 'x' } },
      { clientId: 'b', defaultRoles: [null, 7, ' ', 'reader'] },
    ],
  });
  assert.deepEqual(realm, []);
  assert.deepEqual([...client], [['b', ['reader']]]);
});
