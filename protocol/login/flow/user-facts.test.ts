import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { hasRole, userAttributes } from './user-facts.ts';

const { realm } = createTestExchange({
  realm: {
    groups: [
      { name: 'staff', attributes: { floor: ['3'] }, subGroups: [{ name: 'it' }] },
      { name: 'staffing' },
    ],
    roles: { realm: [{ name: 'a.b' }], client: { a: [{ name: 'c.d' }] } },
    clients: [{ clientId: 'a' }],
  },
});
const user = {
  id: 'u',
  username: 'u',
  email: 'u@example.test',
  groups: ['/staff/it'],
  realmRoles: ['a.b'],
  clientRoles: { a: ['c.d'] },
};

test('attributes of a user: members, own values, and those of groups above', () => {
  assert.deepEqual(userAttributes(realm, user, 'email'), ['u@example.test']);
  assert.deepEqual(userAttributes(realm, user, 'floor'), []);
  assert.deepEqual(userAttributes(realm, user, 'floor', true), ['3']);
  assert.deepEqual(userAttributes(realm, { ...user, groups: ['/staffing'] }, 'floor', true), []);
});

test('names of roles and clients may contain dots', () => {
  assert.equal(hasRole(realm, user, 'a.b'), true);
  assert.equal(hasRole(realm, user, 'a.c.d'), true);
  assert.equal(hasRole(realm, user, 'c.d'), false);
  assert.equal(hasRole(realm, user, ''), false);
});
