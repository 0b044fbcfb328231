import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields } from '../../../ui/field.ts';
import { describeGroup, groupFields, readGroup, writeGroup } from './group-fields.ts';

const fields = groupFields(['work']);

for (const group of [
  { name: 'home' },
  { name: 'home', displayHeader: 'Home', displayDescription: 'At home', annotations: { a: 1 }, own: 1 },
])
  test(`Keycloak user profile: the group ${JSON.stringify(group)} comes back as it was`, () => {
    assert.deepEqual(writeGroup(group, readGroup(fields, group)), group);
  });

test('Keycloak user profile: emptied texts and annotations are removed', () => {
  const before = { name: 'home', displayHeader: 'Home', displayDescription: 'x', annotations: { a: 1 } };
  const values = { name: 'house', displayHeader: ' ', displayDescription: '', annotations: '' };
  assert.deepEqual(writeGroup(before, values), { name: 'house' });
});

for (const [values, member] of [
  [{ name: '' }, 'name'],
  [{ name: 'work' }, 'name'],
  [{ name: 'a', annotations: '[]' }, 'annotations'],
] as const)
  test(`bad input: the group ${JSON.stringify(values)} has a problem at ${member}`, () => {
    assert.deepEqual(Object.keys(checkFields(fields, values)), [member]);
  });

test('console "Realm": a group is summarized with its heading and its number of attributes', () => {
  assert.equal(describeGroup({ displayHeader: 'Home' }, 1), '“Home” · 1 attribute');
  assert.equal(describeGroup({ displayHeader: 7 }, 2), '2 attributes');
});
