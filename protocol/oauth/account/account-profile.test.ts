import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { describeProfile, type RejectedProfile, replaceProfile } from './account-profile.ts';

const ALICE: StoredUser = {
  id: 'a',
  username: 'alice',
  email: 'alice@a.test',
  emailVerified: true,
  firstName: 'Alice',
  lastName: 'Liddell',
  attributes: { phone: ['1'], grade: ['7'], secret: ['x'] },
};
const FULL = { email: 'alice@a.test', firstName: 'Alice', lastName: 'Liddell' };

const CONFIG = {
  attributes: [
    { name: 'phone', permissions: { view: ['user'], edit: ['user'] } },
    { name: 'grade', permissions: { view: ['user'], edit: ['admin'] } },
  ],
};

function profileSettings(config: unknown): Partial<RealmRepresentation> {
  const component = {
    providerId: 'declarative-user-profile',
    config: { 'kc.user.profile.config': [JSON.stringify(config)] },
  };
  return { components: { 'org.keycloak.userprofile.UserProfileProvider': [component] } };
}

async function replace(
  json: unknown,
  settings: Partial<RealmRepresentation> = {},
): Promise<{ rejected: RejectedProfile | undefined; user: StoredUser }> {
  const realm = testRealm(settings);
  const { realms, users } = createMemoryStore();
  await realms.create(realm.stored, [ALICE, { id: 'b', username: 'bob', email: 'bob@a.test' }]);
  const rejected = await replaceProfile({ realm, json }, users, ALICE);
  const user = await users.find(realm.id, 'a');
  assert.ok(user);
  return { rejected, user };
}

test('Keycloak account API: the profile has id, names, e-mail address, attributes and metadata', () => {
  const { userProfileMetadata, ...profile } = describeProfile(testRealm(), ALICE, true);
  assert.deepEqual(profile, { ...ALICE });
  assert.deepEqual(
    userProfileMetadata?.attributes.map(({ name }) => name),
    ['username', 'email', 'firstName', 'lastName'],
  );
});

test('Keycloak account API: members without a value are left out; no other member of the user is shown', () => {
  const user = { id: 'a', username: 'a', email: '', requiredActions: ['X'], credentials: [], attributes: {} };
  assert.deepEqual(describeProfile(testRealm(), user, false), { id: 'a', username: 'a' });
});

test('Keycloak user profile: attributes that users may not see are not shown', () => {
  const realm = testRealm(profileSettings(CONFIG));
  assert.deepEqual(describeProfile(realm, ALICE, false).attributes, { phone: ['1'], grade: ['7'] });
});

test('Keycloak account API: a change replaces names and e-mail address, which is unverified then', async () => {
  const { rejected, user } = await replace({
    email: ' New@A.test ',
    firstName: 'Al',
    lastName: 'L',
    username: 'alice',
  });
  assert.equal(rejected, undefined);
  assert.deepEqual(
    [user.email, user.emailVerified, user.firstName, user.username, user.attributes],
    ['new@a.test', false, 'Al', 'alice', ALICE.attributes],
  );
});

test('Keycloak user profile: a change touches only attributes that users may edit, and removes those left out', async () => {
  const sent = { ...FULL, attributes: { phone: ['2', ''], grade: ['1'], secret: ['y'], other: ['z'] } };
  const { user } = await replace(sent, profileSettings(CONFIG));
  assert.deepEqual(user.attributes, { grade: ['7'], secret: ['x'], phone: ['2'] });
  const none = await replace({ ...FULL, attributes: {} }, profileSettings(CONFIG));
  assert.deepEqual(none.user.attributes, { grade: ['7'], secret: ['x'] });
  const left = await replace(FULL, profileSettings(CONFIG));
  assert.deepEqual(left.user.attributes, ALICE.attributes);
});

test('without a user profile configuration, users change no attributes', async () => {
  const { user } = await replace({ ...FULL, attributes: { admin: ['true'] } });
  assert.deepEqual(user.attributes, ALICE.attributes);
});

test('Keycloak account API: a single text counts as a list of one', async () => {
  const { user } = await replace({ ...FULL, attributes: { phone: '3' } }, profileSettings(CONFIG));
  assert.deepEqual(user.attributes?.['phone'], ['3']);
});

test('editUsernameAllowed: the user name can be changed', async () => {
  const { user } = await replace({ ...FULL, username: 'Eve' }, { editUsernameAllowed: true });
  assert.equal(user.username, 'eve');
});

for (const [why, json, status, field, errorMessage] of [
  [
    'a missing first name',
    { ...FULL, firstName: undefined },
    400,
    'firstName',
    'error-user-attribute-required',
  ],
  ['a blank last name', { ...FULL, lastName: ' ' }, 400, 'lastName', 'error-user-attribute-required'],
  ['an e-mail address that is none', { ...FULL, email: 'nobody' }, 400, 'email', 'error-invalid-email'],
  [
    'a name that is too long',
    { ...FULL, firstName: 'x'.repeat(256) },
    400,
    'firstName',
    'error-invalid-length',
  ],
  ['a taken e-mail address', { ...FULL, email: 'bob@a.test' }, 409, 'email', 'emailExistsMessage'],
  ['a locked user name', { ...FULL, username: 'eve' }, 400, 'username', 'error-user-attribute-read-only'],
] as const) {
  test(`bad input: ${why} is refused with ${status} by field, and nothing is stored`, async () => {
    const { rejected, user } = await replace(json);
    assert.deepEqual(
      [rejected?.status, rejected?.errors[0]?.field, rejected?.errors[0]?.errorMessage],
      [status, field, errorMessage],
    );
    assert.match(rejected?.texts[0] ?? '', new RegExp(`^${field}: `));
    assert.deepEqual(user, ALICE);
  });
}

for (const json of [
  undefined,
  null,
  [],
  'x',
  { ...FULL, firstName: 7 },
  { ...FULL, email: ['a'] },
  { ...FULL, username: {} },
  { ...FULL, attributes: [] },
  { ...FULL, attributes: 'x' },
  { ...FULL, attributes: { a: [7] } },
  { ...FULL, attributes: { a: null } },
  { ...FULL, attributes: { a: Array.from({ length: 101 }, () => 'x') } },
  { ...FULL, attributes: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`a${index}`, []])) },
]) {
  test(`bad input: ${JSON.stringify(json)?.slice(0, 100)} is 400 and names the member`, async () => {
    await assert.rejects(replace(json), (error) => error instanceof OAuthError && error.status === 400);
  });
}

const LANGUAGES = { internationalizationEnabled: true, supportedLocales: ['en', 'de'] };

test('internationalizationEnabled: users choose their language, and go back to the default', async () => {
  const chosen = await replace({ ...FULL, attributes: { locale: ['de'] } }, LANGUAGES);
  assert.equal(chosen.rejected, undefined);
  assert.deepEqual(chosen.user.attributes, { ...ALICE.attributes, locale: ['de'] });
  const none = await replace({ ...FULL, attributes: { locale: [''] } }, LANGUAGES);
  assert.deepEqual([none.rejected, none.user.attributes], [undefined, ALICE.attributes]);
});

test('bad input: a language that the realm does not have is refused at its field, and none without languages', async () => {
  for (const locale of ['tlh', '__proto__', 'DE']) {
    const { rejected, user } = await replace({ ...FULL, attributes: { locale: [locale] } }, LANGUAGES);
    assert.deepEqual([rejected?.status, rejected?.errors[0]?.field], [400, 'locale'], locale);
    assert.deepEqual(user.attributes, ALICE.attributes);
  }
  const { user } = await replace({ ...FULL, attributes: { locale: ['de'] } });
  assert.deepEqual(user.attributes, ALICE.attributes);
});

test('a language that the realm has no longer does not stand in the way of other changes', async () => {
  const realm = testRealm(LANGUAGES);
  const { realms, users } = createMemoryStore();
  const user = { ...ALICE, attributes: { locale: ['tlh'] } };
  await realms.create(realm.stored, [user]);
  const json = { ...FULL, firstName: 'Al', attributes: { locale: ['tlh'] } };
  assert.equal(await replaceProfile({ realm, json }, users, user), undefined);
  const changed = await users.find(realm.id, 'a');
  assert.deepEqual([changed?.firstName, changed?.attributes], ['Al', { locale: ['tlh'] }]);
});
