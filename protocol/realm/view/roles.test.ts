import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { clientOf, testRealm } from '../testing/realm.ts';
import {
  effectiveRoles,
  expandRoles,
  findGroup,
  findRole,
  hasRole,
  isScopePermitted,
  type RoleSet,
  rolesInScope,
} from './roles.ts';
import { viewRealm } from './view-realm.ts';

const REALM: Partial<RealmRepresentation> = {
  roles: {
    realm: [
      { name: 'user' },
      { name: 'manager', composites: { realm: ['user', 'auditor'], client: { api: ['write'] } } },
      { name: 'auditor', composites: { realm: ['manager'] } },
      { name: 'ghost' },
    ],
    client: {
      api: [{ name: 'read' }, { name: 'write', composites: { client: { api: ['read'] } } }],
      web: [{ name: 'own' }],
    },
  },
  groups: [
    { name: 'staff', realmRoles: ['user'], subGroups: [{ name: 'night', clientRoles: { api: ['read'] } }] },
    { name: 'a/b', realmRoles: ['auditor'] },
  ],
  clients: [
    { clientId: 'api', bearerOnly: true },
    { clientId: 'web', fullScopeAllowed: false },
    { clientId: 'all' },
  ],
  clientScopes: [{ name: 'writing' }, { name: 'plain' }],
  scopeMappings: [{ client: 'web', roles: ['auditor'] }],
  clientScopeMappings: { api: [{ clientScope: 'writing', roles: ['write'] }] },
};

const { stored } = testRealm(REALM);
const GHOST = {
  name: 'ghost',
  composite: true,
  composites: { realm: ['nowhere'], client: { nobody: ['x'] } },
};
/** An import refuses a composite of unknown roles, but a stored realm may have one. */
const realm = viewRealm({
  ...stored,
  roles: {
    ...stored.roles,
    realm: (stored.roles?.realm ?? []).map((role) => (role.name === 'ghost' ? GHOST : role)),
  },
});

function listOf(roles: RoleSet): string[] {
  const ofClients = [...roles.clients].flatMap(([clientId, names]) =>
    [...names].map((name) => `${clientId}/${name}`),
  );
  return [...roles.realm, ...ofClients].sort();
}

const person = { id: 'u', username: 'u' };

test('a user has the granted roles and everything in their composites; cycles end', () => {
  const roles = effectiveRoles(realm, { ...person, realmRoles: ['manager'] });
  assert.deepEqual(listOf(roles), ['api/read', 'api/write', 'auditor', 'manager', 'user']);
});

test('a member of a group has its roles and those of its parents', () => {
  assert.deepEqual(listOf(effectiveRoles(realm, { ...person, groups: ['/staff/night'] })), [
    'api/read',
    'user',
  ]);
});

test('a parent group does not give the roles of its subgroups', () => {
  assert.deepEqual(listOf(effectiveRoles(realm, { ...person, groups: ['/staff'] })), ['user']);
});

test('unknown roles, clients and groups give no roles', () => {
  const user = {
    ...person,
    realmRoles: ['nowhere', 'ghost', '__proto__'],
    clientRoles: { nobody: ['read'], api: ['nope'] },
    groups: ['/gone', 'staff'],
  };
  assert.deepEqual(listOf(effectiveRoles(realm, user)), ['ghost']);
});

test('a slash in a group name is written ~/ in its path', () => {
  assert.equal(findGroup(realm, '/a~/b')?.group.name, 'a/b');
  assert.equal(findGroup(realm, '/a/b'), undefined);
});

test('the same user object gives the same roles object, a changed one a new one', () => {
  const user = { ...person, realmRoles: ['user'] };
  assert.equal(effectiveRoles(realm, user), effectiveRoles(realm, user));
  assert.deepEqual(listOf(effectiveRoles(realm, { ...user, realmRoles: [] })), []);
});

const everything = effectiveRoles(realm, {
  ...person,
  realmRoles: ['manager'],
  clientRoles: { web: ['own'] },
});

test('full scope: the token may contain all roles', () => {
  assert.equal(rolesInScope(realm, everything, clientOf(realm, 'all'), []), everything);
});

test("without full scope the token may contain only the client's own roles and its scope mappings", () => {
  const web = clientOf(realm, 'web');
  assert.deepEqual(listOf(rolesInScope(realm, everything, web, [])), [
    'api/read',
    'api/write',
    'auditor',
    'manager',
    'user',
    'web/own',
  ]);
  const modest = effectiveRoles(realm, {
    ...person,
    realmRoles: ['user'],
    clientRoles: { all: ['x'], api: ['read'] },
  });
  assert.deepEqual(listOf(rolesInScope(realm, modest, web, [])), ['api/read', 'user']);
});

test('without full scope and scope mappings a client scope allows its own roles', () => {
  const bare = testRealm({ ...REALM, scopeMappings: [] });
  const writing = bare.clientScopes.get('writing');
  assert.ok(writing);
  const roles = effectiveRoles(bare, { ...person, realmRoles: ['user'], clientRoles: { api: ['write'] } });
  const web = clientOf(bare, 'web');
  assert.deepEqual(listOf(rolesInScope(bare, roles, web, [])), []);
  assert.deepEqual(listOf(rolesInScope(bare, roles, web, [writing])), ['api/read', 'api/write']);
});

test('a client scope with roles is only for users who have one of them', () => {
  const writing = realm.clientScopes.get('writing');
  const plain = realm.clientScopes.get('plain');
  assert.ok(writing && plain);
  const nobody = effectiveRoles(realm, { ...person, realmRoles: ['user'] });
  assert.equal(isScopePermitted(realm, nobody, writing), false);
  assert.equal(isScopePermitted(realm, nobody, plain), true);
  assert.equal(isScopePermitted(realm, everything, writing), true);
});

test('a role is found only by its owner and name', () => {
  assert.equal(findRole(realm, { clientId: 'api', name: 'read' })?.clientId, 'api');
  assert.equal(findRole(realm, { clientId: undefined, name: 'read' }), undefined);
  const roles = expandRoles(realm, [{ clientId: 'api', name: 'write' }]);
  assert.equal(hasRole(roles, { clientId: 'api', name: 'read' }), true);
  assert.equal(hasRole(roles, { clientId: undefined, name: 'read' }), false);
  assert.equal(hasRole(roles, { clientId: 'web', name: 'read' }), false);
});
