import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserProfileConfigWire } from '#protocol/contract/user-profile.ts';
import { entriesOf, withEntry, withEntryMoved, withoutEntry, withPolicy } from './profile-changes.ts';

const config = {
  attributes: [
    { name: 'username' },
    { name: 'phone', group: 'home', own: 1 },
    { name: 'badge', group: 'work' },
  ],
  groups: [{ name: 'home' }, { name: 'work', displayHeader: 'Work' }],
  unmanagedAttributePolicy: 'ENABLED',
  own: true,
};
const namesOf = (changed: UserProfileConfigWire): readonly string[] =>
  entriesOf(changed, 'attributes').map(({ name }) => name);

test('bad input: entries without a name, and lists that are none, are passed over', () => {
  assert.deepEqual(entriesOf({ attributes: [null, 7, {}, { name: 7 }, { name: 'a' }] }, 'attributes'), [
    { name: 'a' },
  ]);
  assert.deepEqual(entriesOf({ attributes: 'x' }, 'attributes'), []);
  assert.deepEqual(entriesOf({}, 'groups'), []);
});

test('Keycloak user profile: a new attribute is the last, a changed one keeps its place; all else stays', () => {
  const added = withEntry(config, 'attributes', undefined, { name: 'room' });
  assert.deepEqual(namesOf(added), ['username', 'phone', 'badge', 'room']);
  assert.deepEqual({ ...added, attributes: config.attributes }, config);
  const changed = withEntry(config, 'attributes', 'phone', { name: 'phone', displayName: 'Phone' });
  assert.deepEqual(entriesOf(changed, 'attributes')[1], { name: 'phone', displayName: 'Phone' });
});

test('Keycloak user profile: attributes follow a renamed group, and lose one that is removed', () => {
  const renamed = withEntry(config, 'groups', 'home', { name: 'house' });
  assert.deepEqual(
    entriesOf(renamed, 'attributes').map(({ group }) => group),
    [undefined, 'house', 'work'],
  );
  const removed = withoutEntry(config, 'groups', 'home');
  assert.deepEqual(entriesOf(removed, 'attributes')[1], { name: 'phone', own: 1 });
  assert.deepEqual(entriesOf(removed, 'groups'), [{ name: 'work', displayHeader: 'Work' }]);
});

test('Keycloak user profile: a removed attribute leaves the others and the groups', () => {
  const left = withoutEntry(config, 'attributes', 'phone');
  assert.deepEqual(namesOf(left), ['username', 'badge']);
  assert.deepEqual(left['groups'], config.groups);
  assert.deepEqual(withoutEntry(config, 'attributes', 'gone'), config);
});

for (const [name, step, expected] of [
  ['phone', -1, ['phone', 'username', 'badge']],
  ['phone', 1, ['username', 'badge', 'phone']],
  ['username', -1, ['username', 'phone', 'badge']],
  ['badge', 1, ['username', 'phone', 'badge']],
  ['gone', 1, ['username', 'phone', 'badge']],
] as const)
  test(`Keycloak user profile: ${name} moved by ${step}: ${expected.join(', ')}`, () => {
    assert.deepEqual(namesOf(withEntryMoved(config, 'attributes', name, step)), expected);
  });

test('Keycloak user profile: the policy is set, and an empty one removed', () => {
  assert.equal(withPolicy(config, 'ADMIN_VIEW')['unmanagedAttributePolicy'], 'ADMIN_VIEW');
  assert.equal('unmanagedAttributePolicy' in withPolicy(config, ''), false);
});
