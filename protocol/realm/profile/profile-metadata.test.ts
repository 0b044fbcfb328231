import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realmWithProfile } from '../testing/profile.ts';
import { testRealm } from '../testing/realm.ts';
import type { Realm } from '../view/realm.ts';
import { ACCOUNT_CONTEXT } from './profile-fields.ts';
import { allowsAdministrators, allowsUsers, describeProfile } from './profile-metadata.ts';

const rights = (realm: Realm, ...names: string[]) =>
  names.map((name) =>
    [name, ...(['view', 'edit'] as const).filter((right) => allowsUsers(realm, name, right))].join(' '),
  );

const ATTRIBUTES = [
  { name: 'phone', permissions: { view: ['admin'], edit: ['admin', 'user'] } },
  { name: 'grade', permissions: { view: ['user'], edit: ['admin'] }, multivalued: true, group: 'school' },
  { name: 'note', permissions: { view: ['admin'], edit: ['admin'] } },
  { name: 'bare' },
];

test('Keycloak user profile: permissions of an attribute decide what users see and change', () => {
  const realm = realmWithProfile({ attributes: ATTRIBUTES });
  assert.deepEqual(rights(realm, 'phone', 'grade', 'note', 'bare', 'other'), [
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
] as const)
  test(`Keycloak user profile: with unmanagedAttributePolicy ${policy}, users have "${expected}"`, () => {
    const realm = realmWithProfile({ attributes: [], unmanagedAttributePolicy: policy });
    assert.deepEqual(rights(realm, 'other'), [expected]);
  });

test('without a configuration users see every attribute and change none', () => {
  assert.deepEqual(rights(testRealm(), 'other'), ['other view']);
});

test('internationalizationEnabled: users see and change their language, whatever the profile defines', () => {
  const languages = { internationalizationEnabled: true, supportedLocales: ['en', 'de'] };
  const profile = { attributes: [] };
  assert.deepEqual(rights(realmWithProfile(profile, languages), 'locale'), ['locale view edit']);
  assert.deepEqual(rights(testRealm(languages), 'locale'), ['locale view edit']);
  assert.deepEqual(rights(realmWithProfile(profile), 'locale'), ['locale']);
  assert.deepEqual(rights(testRealm(), 'locale'), ['locale view']);
});

test('Keycloak account API: metadata describes the attributes that users see', () => {
  const realm = realmWithProfile({
    attributes: [
      { name: 'username' },
      { name: 'email' },
      { ...ATTRIBUTES[1], required: {}, annotations: { a: 1 }, validations: { length: { max: 3 } } },
      { ...ATTRIBUTES[0], displayName: 'Phone', defaultValue: '-', required: { scopes: ['phone'] } },
      ATTRIBUTES[2],
    ],
    groups: [{ name: 'school' }],
  });
  assert.deepEqual(describeProfile(realm, ACCOUNT_CONTEXT), {
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

test("users neither see nor change the attribute with their own claims, whatever the realm's profile allows", () => {
  const permissions = { view: ['user'], edit: ['user'] };
  for (const realm of [
    testRealm(),
    realmWithProfile({
      unmanagedAttributePolicy: 'ENABLED',
      attributes: [{ name: 'understudy.claims', permissions }],
    }),
  ])
    assert.deepEqual(rights(realm, 'understudy.claims'), ['understudy.claims']);
});

for (const [policy, ...expected] of [
  ['ENABLED', 'grade', 'other', 'locale'],
  ['ADMIN_EDIT', 'grade', 'other', 'locale'],
  ['ADMIN_VIEW', 'grade', 'locale'],
  [undefined, 'grade', 'locale'],
] as const)
  test(`Keycloak user profile: with unmanagedAttributePolicy ${policy}, administrators change ${expected.join(', ')}`, () => {
    const mine = { name: 'mine', permissions: { view: ['admin'], edit: ['user'] } };
    const realm = realmWithProfile({
      attributes: [...ATTRIBUTES, mine],
      ...(policy === undefined ? {} : { unmanagedAttributePolicy: policy }),
    });
    assert.deepEqual(
      ['grade', 'mine', 'other', 'locale'].filter((name) => allowsAdministrators(realm, name)),
      expected,
    );
  });

test('without a user profile configuration, administrators change any attribute', () => {
  assert.ok(allowsAdministrators(testRealm({}), 'other'));
});
