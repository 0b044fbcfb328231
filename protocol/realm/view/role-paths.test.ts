import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRealm } from '../testing/realm.ts';
import { explainRoles } from './role-origins.ts';
import { findPaths, nameRole } from './role-paths.ts';
import { findRole } from './roles.ts';

const chain = Array.from({ length: 14 }, (_, index) => ({
  name: `top${index}`,
  composites: { realm: ['leaf'] },
}));
const realm = testRealm({
  defaultRole: { name: 'everybody' },
  roles: {
    realm: [
      { name: 'everybody', composites: { realm: ['reader'] } },
      { name: 'boss', composites: { realm: ['deputy'], client: { api: ['write'] } } },
      { name: 'deputy', composites: { realm: ['boss', 'reader'] } },
      { name: 'reader' },
      { name: 'leaf' },
      ...chain,
    ],
    client: { api: [{ name: 'write' }, { name: 'everybody' }] },
  },
  groups: [{ name: 'staff', realmRoles: ['deputy'], subGroups: [{ name: 'night' }] }],
  clients: [{ clientId: 'api' }],
});

function pathsTo(name: string, user: { realmRoles?: string[]; groups?: string[] }): string[] {
  const role = findRole(realm, { clientId: undefined, name });
  assert.ok(role);
  const explained = explainRoles(realm, { id: 'u', username: 'u', ...user });
  const paths = findPaths(realm, role, new Map(explained.map((each) => [each.role, each])));
  return paths.map(({ group, roles }) => [group ?? 'direct', ...roles.map((each) => each.name)].join(' '));
}

test('roles on screen: the shortest way from each assignment comes first, and cycles end', () => {
  assert.deepEqual(
    pathsTo('reader', { realmRoles: ['everybody', 'boss', 'reader'], groups: ['/staff/night'] }),
    ['direct reader', '/staff deputy reader', 'direct everybody reader', 'direct boss deputy reader'],
  );
});

test('roles on screen: a role that the user does not have has no way', () => {
  assert.deepEqual(pathsTo('reader', { realmRoles: ['leaf'] }), []);
  assert.deepEqual(pathsTo('reader', {}), []);
});

test('roles on screen: at most ten ways are listed', () => {
  assert.equal(pathsTo('leaf', { realmRoles: chain.map(({ name }) => name) }).length, 10);
});

test('roles on screen: only the realm role is the default role, not a client role of its name', () => {
  assert.deepEqual(nameRole(realm, { clientId: undefined, name: 'everybody' }), {
    name: 'everybody',
    isDefault: true,
  });
  assert.deepEqual(nameRole(realm, { clientId: 'api', name: 'everybody' }), {
    name: 'everybody',
    clientId: 'api',
  });
});
