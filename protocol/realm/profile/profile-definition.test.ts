import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realmWithProfile } from '../testing/profile.ts';
import { testRealm } from '../testing/realm.ts';
import { profileConfigOf, profileOf, withProfileConfig } from './profile-definition.ts';

test('Keycloak user profile: a realm without a configuration has that of a new Keycloak realm', () => {
  const { attributes, groups, isConfigured } = profileOf(testRealm());
  assert.deepEqual(
    attributes.map(({ name }) => name),
    ['username', 'email', 'firstName', 'lastName'],
  );
  assert.deepEqual([groups.length, isConfigured], [1, false]);
  assert.equal((profileConfigOf(testRealm())['attributes'] as readonly unknown[]).length, 4);
});

test('Keycloak user profile: every member of an attribute is read', () => {
  const [, , attribute] = profileOf(
    realmWithProfile({
      attributes: [
        {
          name: 'phone',
          displayName: 'Phone',
          group: 'contact',
          multivalued: true,
          defaultValue: '-',
          annotations: { inputType: 'html5-tel' },
          validations: { length: { max: 9 }, email: null },
          permissions: { view: ['admin'], edit: ['user'] },
          required: { roles: ['user'], scopes: ['phone'] },
          selector: { scopes: ['shop'] },
        },
      ],
    }),
  ).attributes;
  assert.deepEqual(attribute, {
    name: 'phone',
    displayName: 'Phone',
    group: 'contact',
    multivalued: true,
    defaultValue: '-',
    annotations: { inputType: 'html5-tel' },
    validations: { length: { max: 9 }, email: {} },
    viewers: ['admin', 'user'],
    editors: ['user'],
    required: { roles: ['user'], scopes: ['phone'] },
    scopes: ['shop'],
  });
});

test('a profile without username and e-mail address has those of a new realm', () => {
  const names = profileOf(realmWithProfile({ attributes: [{ name: 'email' }, { name: 'x' }] })).attributes;
  assert.deepEqual(
    names.map(({ name }) => name),
    ['username', 'email', 'x'],
  );
});

test('Keycloak user profile: another configuration keeps the component with its other settings', () => {
  const type = 'org.keycloak.userprofile.UserProfileProvider';
  const component = { id: 'c', providerId: 'declarative-user-profile', config: { other: ['x'] } };
  const known = withProfileConfig(
    { id: 'r', realm: 'r', components: { [type]: [component] } },
    { attributes: [] },
  );
  assert.deepEqual(known.components?.[type], [
    { ...component, config: { other: ['x'], 'kc.user.profile.config': ['{"attributes":[]}'] } },
  ]);
  const made = withProfileConfig({ id: 'r', realm: 'r' }, { attributes: [] }).components?.[type]?.[0];
  assert.equal(made?.providerId, 'declarative-user-profile');
  assert.ok(made?.id);
});

for (const config of [
  '{',
  '[]',
  'null',
  '7',
  { attributes: 'x' },
  { attributes: [7, null, { name: 7 }, { name: '' }] },
  {
    attributes: [{ name: 'a', validations: 7, permissions: [], required: 1, selector: 'x', annotations: [] }],
  },
  { groups: 'x' },
])
  test(`bad input: the configuration ${JSON.stringify(config)} is read without a fault`, () => {
    const { attributes, groups } = profileOf(realmWithProfile(config));
    assert.ok(attributes.length >= 2);
    assert.ok(Array.isArray(groups));
  });
