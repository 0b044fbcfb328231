import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPathReader, withGroupPaths } from './group-paths.ts';
import { normalizeRealm } from './normalize-realm.ts';

const GROUPS = [{ name: 'r/d', subGroups: [{ name: 'lab' }] }, { name: 'staff' }];

test('Keycloak import: members and default groups are found by paths whose slashes are not escaped', () => {
  const file = {
    realm: 'shop',
    groups: GROUPS,
    defaultGroups: ['/r/d'],
    users: [{ username: 'ann', groups: ['/r/d/lab', 'staff', '/none'] }],
  };
  const { realm, users } = normalizeRealm(file, { now: () => 0 });
  assert.deepEqual(realm.defaultGroups, ['/r~/d']);
  assert.deepEqual(users.find(({ username }) => username === 'ann')?.groups, [
    '/r~/d/lab',
    '/staff',
    '/none',
  ]);
});

test('a path in the stored form is kept, and so is the user', () => {
  const user = { username: 'ann', groups: ['/r~/d'] };
  assert.equal(withGroupPaths(user, createPathReader(GROUPS)), user);
  const none = { username: 'bob' };
  assert.equal(withGroupPaths(none, createPathReader(undefined)), none);
});
