import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { testRealm } from '../testing/realm.ts';
import { explainRoles, type RoleOrigin } from './role-origins.ts';
import { effectiveRoles } from './roles.ts';

const REALM: Partial<RealmRepresentation> = {
  roles: {
    realm: [
      { name: 'user' },
      { name: 'manager', composites: { realm: ['user', 'auditor'], client: { api: ['write'] } } },
      { name: 'auditor', composites: { realm: ['manager'] } },
      { name: 'idle' },
    ],
    client: { api: [{ name: 'read' }, { name: 'write', composites: { client: { api: ['read'] } } }] },
  },
  groups: [
    {
      name: 'staff',
      realmRoles: ['user'],
      subGroups: [{ name: 'night', clientRoles: { api: ['read'] } }, { name: 'day' }],
    },
  ],
  clients: [{ clientId: 'api' }],
};
const realm = testRealm(REALM);

function textOf(origin: RoleOrigin): string {
  if (origin.kind === 'direct') return 'direct';
  return origin.kind === 'group' ? `group ${origin.group.path}` : `composite ${origin.within.name}`;
}

function explain(user: {
  realmRoles?: string[];
  clientRoles?: Record<string, string[]>;
  groups?: string[];
}): Record<string, string[]> {
  const explained = explainRoles(realm, { id: 'u', username: 'u', ...user });
  return Object.fromEntries(
    explained.map(({ role, origins }) => [
      role.clientId === undefined ? role.name : `${role.clientId}/${role.name}`,
      origins.map(textOf),
    ]),
  );
}

test('roles on screen: a user without roles and groups has no origins', () => {
  assert.deepEqual(explain({}), {});
});

test('roles on screen: a direct role, and one of a group, a parent group and a composite', () => {
  assert.deepEqual(explain({ realmRoles: ['user'] }), { user: ['direct'] });
  assert.deepEqual(explain({ groups: ['/staff/night'] }), {
    user: ['group /staff'],
    'api/read': ['group /staff/night'],
  });
  assert.deepEqual(explain({ clientRoles: { api: ['write'] } }), {
    'api/read': ['composite write'],
    'api/write': ['direct'],
  });
});

test('roles on screen: every way to a role is named once, also through two groups with one parent', () => {
  assert.deepEqual(explain({ realmRoles: ['user'], groups: ['/staff/night', '/staff/day'] }), {
    user: ['direct', 'group /staff'],
    'api/read': ['group /staff/night'],
  });
});

test('roles on screen: composites that contain each other end, and each says what contains it', () => {
  assert.deepEqual(explain({ realmRoles: ['auditor'] }), {
    user: ['composite manager'],
    manager: ['composite auditor'],
    auditor: ['direct', 'composite manager'],
    'api/read': ['composite write'],
    'api/write': ['composite manager'],
  });
});

test('roles on screen: unknown roles and groups give no origin, as they give no role', () => {
  assert.deepEqual(explain({ realmRoles: ['gone'], clientRoles: { no: ['x'] }, groups: ['/gone'] }), {});
});

test('roles on screen: the explained roles are exactly those that tokens are made of', () => {
  const user = { id: 'u', username: 'u', realmRoles: ['auditor'], groups: ['/staff/night'] };
  const explained = explainRoles(realm, user);
  const roles = effectiveRoles(realm, user);
  const ofRealm = explained.flatMap(({ role }) => (role.clientId === undefined ? role.name : []));
  const ofApi = explained.flatMap(({ role }) => (role.clientId === 'api' ? role.name : []));
  assert.deepEqual(new Set(ofRealm), roles.realm);
  assert.deepEqual(new Set(ofApi), roles.clients.get('api'));
  assert.ok(explained.every(({ origins }) => origins.length > 0));
});
