import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { testRealm } from '../testing/realm.ts';
import { profileConfigOf, type UserProfile, userProfileOf, withProfileConfig } from './user-profile.ts';

function profileOf(config: unknown, settings: Partial<RealmRepresentation> = {}): UserProfile {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  const component = {
    providerId: 'declarative-user-profile',
    config: { 'kc.user.profile.config': [text] },
  };
  const components = { 'org.keycloak.userprofile.UserProfileProvider': [component] };
  return userProfileOf(testRealm({ components, ...settings }));
}

const rights = (profile: UserProfile, ...names: string[]) =>
  names.map(
    (name) => `${name}${profile.isVisible(name) ? ' view' : ''}${profile.isEditable(name) ? ' edit' : ''}`,
  );

const ATTRIBUTES = [
  { name: 'phone', permissions: { view: ['admin'], edit: ['admin', 'user'] } },
  { name: 'grade', permissions: { view: ['user'], edit: ['admin'] }, multivalued: true, group: 'school' },
  { name: 'note', permissions: { view: ['admin'], edit: ['admin'] } },
  { name: 'bare' },
];

test('Keycloak user profile: permissions of an attribute decide what users see and change', () => {
  const profile = profileOf({ attributes: ATTRIBUTES });
  assert.deepEqual(rights(profile, 'phone', 'grade', 'note', 'bare', 'other'), [
    'phone view edit',
    'grade view',
    'note',
    'bare',
    'other',
  ]);
});

for (const [policy, expected] of [
  ['ENABLED', 'other view edit'],
  ['ADMIN_VIEW', 'other'],
  ['ADMIN_EDIT', 'other'],
] as const) {
  test(`Keycloak user profile: with unmanagedAttributePolicy ${policy}, users have "${expected}"`, () => {
    assert.deepEqual(rights(profileOf({ attributes: [], unmanagedAttributePolicy: policy }), 'other'), [
      expected,
    ]);
  });
}

test('without a configuration users see every attribute and change none', () => {
  assert.deepEqual(rights(userProfileOf(testRealm()), 'other'), ['other view']);
});

test('Keycloak account API: metadata describes the attributes that users see', () => {
  const { metadata } = profileOf({
    attributes: [
      { ...ATTRIBUTES[1], required: {}, annotations: { a: 1 }, validations: { length: { max: 3 } } },
      { ...ATTRIBUTES[0], displayName: 'Phone', defaultValue: '-', required: { scopes: ['phone'] } },
      ATTRIBUTES[2],
    ],
    groups: [{ name: 'school' }],
  });
  assert.deepEqual(metadata, {
    attributes: [
      {
        name: 'grade',
        displayName: 'grade',
        required: true,
        readOnly: true,
        annotations: { a: 1 },
        validators: { length: { max: 3 } },
        group: 'school',
        multivalued: true,
      },
      {
        name: 'phone',
        displayName: 'Phone',
        required: false,
        readOnly: false,
        validators: {},
        multivalued: false,
        defaultValue: '-',
      },
    ],
    groups: [{ name: 'school' }],
  });
});

test('Keycloak user profile: administrators see and change what their permissions say, and may rename users', () => {
  const { adminMetadata } = profileOf({
    attributes: [
      ...ATTRIBUTES,
      { name: 'username', permissions: { edit: ['admin'] }, required: { roles: ['admin'] } },
    ],
  });
  assert.deepEqual(
    adminMetadata.attributes.map(({ name, readOnly, required }) => [name, readOnly, required]),
    [
      ['phone', false, false],
      ['grade', false, false],
      ['note', false, false],
      ['username', false, true],
    ],
  );
});

test('Keycloak user profile: a realm without a configuration has that of a new Keycloak realm', () => {
  const { attributes, groups } = profileConfigOf(testRealm());
  assert.deepEqual(
    (attributes as readonly { name: string }[]).map(({ name }) => name),
    ['username', 'email', 'firstName', 'lastName'],
  );
  assert.equal((groups as readonly unknown[]).length, 1);
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

test('Keycloak account API: by default, metadata has user name, e-mail address and names; the user name is read-only', () => {
  const shown = (settings: Partial<RealmRepresentation>) =>
    userProfileOf(testRealm(settings)).metadata.attributes.map(({ name, readOnly }) => [name, readOnly]);
  const others = [
    ['email', false],
    ['firstName', false],
    ['lastName', false],
  ];
  assert.deepEqual(shown({}), [['username', true], ...others]);
  assert.deepEqual(shown({ editUsernameAllowed: true }), [['username', false], ...others]);
});

for (const config of [
  '{',
  '[]',
  'null',
  '7',
  { attributes: 'x' },
  { attributes: [7, null, { name: 7 }] },
  { groups: 'x' },
]) {
  test(`bad input: the configuration ${JSON.stringify(config)} is read without a fault`, () => {
    const { metadata } = profileOf(config);
    assert.ok(Array.isArray(metadata.attributes) && Array.isArray(metadata.groups));
  });
}

test("users neither see nor change the attribute with their own claims, whatever the realm's profile allows", () => {
  const config = {
    unmanagedAttributePolicy: 'ENABLED',
    attributes: [{ name: 'understudy.claims', permissions: { view: ['user'], edit: ['user'] } }],
  };
  for (const components of [
    {},
    {
      'org.keycloak.userprofile.UserProfileProvider': [
        {
          providerId: 'declarative-user-profile',
          config: { 'kc.user.profile.config': [JSON.stringify(config)] },
        },
      ],
    },
  ]) {
    const profile = userProfileOf(testRealm({ components }));
    assert.equal(profile.isVisible('understudy.claims'), false);
    assert.equal(profile.isEditable('understudy.claims'), false);
  }
});
