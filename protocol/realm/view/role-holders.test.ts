import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileUserQuery } from '#protocol/store/memory/match-user.ts';
import { testRealm } from '../testing/realm.ts';
import { findEffectiveHolders, hasDirectly } from './role-holders.ts';
import { effectiveRoles, hasRole } from './roles.ts';

const realm = testRealm({
  roles: {
    realm: [
      { name: 'boss', composites: { realm: ['deputy'] } },
      { name: 'deputy', composites: { realm: ['boss'], client: { api: ['write'] } } },
      { name: 'other' },
    ],
    client: { api: [{ name: 'write' }, { name: 'boss' }], web: [{ name: 'write' }] },
  },
  groups: [
    { name: 'staff', realmRoles: ['boss'], subGroups: [{ name: 'night', subGroups: [{ name: 'late' }] }] },
    { name: 'guests', clientRoles: { web: ['write'] } },
  ],
  clients: [{ clientId: 'api' }, { clientId: 'web' }],
});
const write = { clientId: 'api', name: 'write' };
const deputy = { clientId: undefined, name: 'deputy' };

const USERS = [
  {},
  { realmRoles: ['other'] },
  { realmRoles: ['boss'] },
  { realmRoles: ['deputy'] },
  { clientRoles: { api: ['write'] } },
  { clientRoles: { api: ['boss'] } },
  { clientRoles: { web: ['write'] } },
  { groups: ['/staff'] },
  { groups: ['/staff/night/late'] },
  { groups: ['/guests'] },
  { groups: ['/gone'], realmRoles: ['gone'] },
];

test('users in role: those who have it directly, by a group or its parents, or by a composite, and no others', () => {
  for (const role of [write, deputy, { clientId: 'web', name: 'write' }]) {
    const holders = findEffectiveHolders(realm, role);
    for (const user of USERS) {
      const effective = effectiveRoles(realm, { id: 'u', username: 'u', ...user });
      const isFound = compileUserQuery(holders.users)({ id: 'u', username: 'u', ...user });
      assert.equal(isFound, hasRole(effective, role), JSON.stringify([role, user]));
    }
  }
});

test('users in role: nobody has a role that the realm does not have, whatever is assigned', () => {
  const { users } = findEffectiveHolders(realm, { clientId: undefined, name: 'gone' });
  const matches = compileUserQuery(users);
  assert.equal(
    USERS.some((user) => matches({ id: 'u', username: 'u', ...user })),
    false,
  );
});

test('groups with a role: the group that has it and all below it', () => {
  const holders = findEffectiveHolders(realm, write);
  const paths = ['/staff', '/staff/night', '/staff/night/late', '/guests', '/gone', ''];
  assert.deepEqual(
    paths.filter((path) => holders.includesGroup(path)),
    ['/staff', '/staff/night', '/staff/night/late'],
  );
});

test('users in role: direct is only what is assigned itself, by owner and name', () => {
  assert.equal(hasDirectly({ clientRoles: { api: ['write'] } }, write), true);
  assert.equal(hasDirectly({ clientRoles: { web: ['write'] }, realmRoles: ['write', 'boss'] }, write), false);
  assert.equal(hasDirectly({ realmRoles: ['boss'] }, deputy), false);
  assert.equal(hasDirectly({ clientRoles: {} }, { clientId: 'constructor', name: 'name' }), false);
  assert.equal(hasDirectly({}, deputy), false);
});
