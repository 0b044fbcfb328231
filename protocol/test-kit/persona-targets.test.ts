import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allGroups } from '#protocol/realm/groups/group-tree.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { KitError } from './kit-error.ts';
import { storedGroupPath, withTargets } from './persona-targets.ts';

const { stored: realm } = testRealm({
  roles: { realm: [{ name: 'clerk' }], client: { till: [{ name: 'open' }] } },
  clients: [{ clientId: 'till' }],
  groups: [{ name: 'staff', subGroups: [{ name: 'day/night' }] }],
});

const paths = (of: typeof realm): string[] => allGroups(of.groups).map(({ path }) => path);

test('a realm with every role and group is the same object', () => {
  const targets = {
    roles: ['clerk'],
    clientRoles: { till: ['open'] },
    groups: ['/staff', 'staff/day/night'],
  };
  assert.equal(withTargets(realm, targets), realm);
  assert.equal(withTargets(realm, {}), realm);
});

test('missing roles are added once, to the realm or their client, and the others stay', () => {
  const changed = withTargets(realm, {
    roles: ['buyer', 'clerk', 'buyer'],
    clientRoles: { till: ['close'] },
  });
  const added = changed.roles?.realm?.filter(({ name }) => name === 'buyer') ?? [];
  assert.deepEqual(
    added.map(({ id, ...role }) => role),
    [{ name: 'buyer', composite: false, clientRole: false, containerId: realm.id, attributes: {} }],
  );
  assert.deepEqual(
    changed.roles?.client?.['till']?.map(({ name }) => name),
    ['open', 'close'],
  );
  assert.equal(changed.roles?.client?.['account'], realm.roles?.client?.['account']);
  assert.equal(withTargets(changed, { roles: ['buyer'], clientRoles: { till: ['close'] } }), changed);
});

test('missing groups are added with those above them; a slash in a name is written ~/', () => {
  const changed = withTargets(realm, { groups: ['/staff/new/er', 'guests', '/a~/b/c'] });
  assert.deepEqual(paths(changed).toSorted(), [
    '/a~/b',
    '/a~/b/c',
    '/guests',
    '/staff',
    '/staff/day~/night',
    '/staff/new',
    '/staff/new/er',
  ]);
  assert.equal(withTargets(changed, { groups: ['/staff/new/er', '/a~/b/c'] }), changed);
  assert.equal(storedGroupPath(changed, 'staff/new'), '/staff/new');
  assert.equal(storedGroupPath(changed, '/staff/day/night'), '/staff/day~/night');
});

for (const [what, targets, expected] of [
  ['an unknown client', { clientRoles: { web: ['x'] } }, /client "web", which realm.*does not have.*till/],
  ['an unknown client without roles', { clientRoles: { web: [] } }, /client "web"/],
  ['an empty role', { roles: [''] }, /name of a role is empty/],
  ['an empty path', { groups: [''] }, /not the path of a group/],
  ['a path with a gap', { groups: ['/a//b'] }, /not the path of a group/],
] as const)
  test(`${what} is refused`, () => {
    assert.throws(
      () => withTargets(realm, targets),
      (error) => error instanceof KitError && error.status === 400 && expected.test(error.message),
    );
  });
