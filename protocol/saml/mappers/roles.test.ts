import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../testing/context.ts';
import { hardcodedRole, roleList, roleName } from './roles.ts';

const context = createTestContext();

test('SAML Core §2.7.3: realm and client roles by name without duplicates, with an attribute per role', () => {
  const attributes = roleList.listAttributes?.({}, context) ?? [];
  assert.deepEqual(
    attributes.map(({ name, values }) => [name, ...values]),
    [
      ['Role', 'reader'],
      ['Role', 'writer'],
      ['Role', 'local'],
      ['Role', 'buyer'],
    ],
  );
});

test('SAML Core §2.7.3: a single role list is one attribute', () => {
  const attributes = roleList.listAttributes?.({ single: 'true', 'attribute.name': 'r' }, context) ?? [];
  assert.deepEqual(
    attributes.map(({ name, values }) => [name, ...values]),
    [['r', 'reader', 'writer', 'local', 'buyer']],
  );
});

test('SAML Core §2.7.3: a role the user has can be renamed, and a hardcoded one added', () => {
  const renamed = roleName.mapRoles?.(context.roles, { role: 'shop.buyer', 'new.role.name': 'customer' });
  assert.deepEqual([...(renamed?.realm ?? [])], ['reader', 'writer', 'customer']);
  assert.deepEqual([...(renamed?.clients.get('shop') ?? [])], ['reader']);
  const none = roleName.mapRoles?.(context.roles, { role: 'nobody', 'new.role.name': 'x' });
  assert.deepEqual([...(none?.realm ?? [])], ['reader', 'writer']);
  const more = hardcodedRole.mapRoles?.(context.roles, { role: 'guest' });
  assert.ok(more?.realm.has('guest'));
});
