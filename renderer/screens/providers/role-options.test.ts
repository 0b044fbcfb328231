import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoleWire } from '#protocol/contract/roles.ts';
import { listGroupOptions, listRoleOptions, roleSearch } from './role-options.ts';

const role = (name: string, clientId?: string): RoleWire => ({
  id: `${clientId} ${name}`,
  name,
  composite: false,
  ...(clientId === undefined ? {} : { clientId }),
});

const valuesOf = (roles: readonly RoleWire[], chosen: string) =>
  listRoleOptions(roles, chosen).map(({ items }) => items.map(({ value }) => value));

test('Keycloak: a mapper names a client role by client and role with a dot between', () => {
  const roles = [role('buyer', 'web'), role('admin'), role('seller', 'web'), role('read', 'api')];
  assert.deepEqual(valuesOf(roles, ''), [['admin'], ['web.buyer', 'web.seller'], ['api.read']]);
});

test('console "Providers": a role that is gone or was not found stays selected', () => {
  assert.deepEqual(valuesOf([role('admin')], 'web.gone'), [['web.gone'], ['admin']]);
  assert.deepEqual(valuesOf([role('admin')], 'admin'), [['admin']]);
  assert.deepEqual(listRoleOptions([], ''), []);
});

test('bad input: a realm role that is called like client and role of another is listed once', () => {
  assert.deepEqual(valuesOf([role('web.buyer'), role('buyer', 'web')], ''), [['web.buyer']]);
});

test('console "Providers": a name with a dot finds the role of the client', () => {
  assert.equal(roleSearch('web.buy'), 'web buy');
  assert.equal(roleSearch(' . '), '');
});

test('console "Providers": groups are listed by path, and a group that is gone stays selected', () => {
  const groups = [{ id: '1', name: 'night', path: '/staff/night', subGroupCount: 0 }];
  assert.deepEqual(listGroupOptions(groups, ''), ['/staff/night']);
  assert.deepEqual(listGroupOptions(groups, '/staff/night'), ['/staff/night']);
  assert.deepEqual(listGroupOptions(groups, '/gone'), ['/gone', '/staff/night']);
});
