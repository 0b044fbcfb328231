import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { BY_USERS, profileSettings } from '../testing/profile.ts';
import { testRealm } from '../testing/realm.ts';
import { findProfileFaults, takenFault } from './check-profile.ts';
import { listFields } from './profile-fields.ts';
import type { ProfileValues } from './profile-values.ts';

const ALICE: StoredUser = { id: 'a', username: 'alice', email: 'alice@a.test', emailVerified: true };
const BOB: StoredUser = { id: 'b', username: 'bob', email: 'bob@a.test' };

/** Faults of Alice's profile, or of a new user's. */
async function faultsOf(
  values: ProfileValues,
  changes: Partial<RealmRepresentation> = {},
  user: StoredUser | 'new' = ALICE,
): Promise<string[]> {
  const realm = testRealm(changes);
  const { realms, users } = createMemoryStore();
  await realms.create(realm.stored, [ALICE, BOB, { id: 'c', username: 'carl@a.test' }]);
  const fields = listFields(realm, {
    form: user === 'new' ? 'registration' : 'update-profile',
    scopes: [],
  });
  return (await findProfileFaults(realm, users, fields, user === 'new' ? undefined : user, values)).map(
    ({ field, kind, key }) => `${field} ${kind} ${key}`,
  );
}

for (const [why, values, expected] of [
  ['an empty value', { firstName: [] }, ['firstName missing error-user-attribute-required']],
  [
    'several faults',
    { email: ['nobody'], firstName: [''], lastName: ['x'.repeat(256)] },
    [
      'email invalid error-invalid-email',
      'firstName missing error-user-attribute-required',
      'lastName invalid error-invalid-length',
    ],
  ],
  ['two values', { lastName: ['a', 'b'] }, ['lastName invalid error-invalid-multivalued-size']],
  ['a control character', { lastName: ['a\u0007b'] }, ['lastName invalid error-invalid-length']],
  ['markup', { lastName: ['<b>'] }, ['lastName invalid error-person-name-invalid-character']],
  ['a taken e-mail address', { email: ['bob@a.test'] }, ['email email-taken emailExistsMessage']],
  ['the user’s own e-mail address', { email: ['alice@a.test'] }, []],
  ['a value of 255 characters', { lastName: ['x'.repeat(255)] }, []],
] as const)
  test(`bad input: ${why} gives ${expected.length} faults`, async () => {
    assert.deepEqual(await faultsOf(values), expected);
  });

test('duplicateEmailsAllowed: a taken e-mail address is accepted', async () => {
  assert.deepEqual(await faultsOf({ email: ['bob@a.test'] }, { duplicateEmailsAllowed: true }), []);
});

test('editUsernameAllowed: a taken user name is rejected; without it, nobody checks what nobody can change', async () => {
  assert.deepEqual(await faultsOf({ username: ['bob'] }, { editUsernameAllowed: true }), [
    'username username-taken usernameExistsMessage',
  ]);
  assert.deepEqual(await faultsOf({ username: ['a b'] }), []);
});

test('registrationEmailAsUsername: the e-mail address must not be the name of another user', async () => {
  const settings = { registrationEmailAsUsername: true };
  assert.deepEqual(await faultsOf({ email: ['carl@a.test'] }, settings), [
    'email username-taken usernameExistsMessage',
  ]);
});

test('a new user has neither the name nor the address of anybody; both are named', async () => {
  const named = { firstName: ['Al'], lastName: ['L'] };
  const fresh = { ...named, username: ['alan'], email: ['new@a.test'] };
  const taken = { ...named, username: ['alice'], email: ['bob@a.test'] };
  assert.deepEqual(await faultsOf(fresh, {}, 'new'), []);
  assert.deepEqual(await faultsOf(taken, {}, 'new'), [
    'username username-taken usernameExistsMessage',
    'email email-taken emailExistsMessage',
  ]);
  const alone = { registrationEmailAsUsername: true };
  assert.deepEqual(await faultsOf({ ...named, email: ['carl@a.test'] }, alone, 'new'), [
    'email username-taken usernameExistsMessage',
  ]);
});

test('Keycloak user profile: validators and requirements of the configuration are applied', async () => {
  const settings = profileSettings({
    attributes: [
      { name: 'phone', ...BY_USERS, required: {}, validations: { pattern: { pattern: '\\d+' } } },
      { name: 'tags', ...BY_USERS, multivalued: true, validations: { multivalued: { max: 2 } } },
      { name: 'seen', permissions: { view: ['user'], edit: ['admin'] }, required: {} },
    ],
  });
  assert.deepEqual(await faultsOf({ phone: [], tags: ['a', 'b', 'c'], seen: [] }, settings), [
    'phone missing error-user-attribute-required',
    'tags invalid error-invalid-multivalued-size',
  ]);
  assert.deepEqual(await faultsOf({ phone: ['x'], tags: ['a', 'b'] }, settings), [
    'phone invalid error-pattern-no-match',
  ]);
  assert.deepEqual(await faultsOf({ phone: ['1'], tags: [] }, settings), []);
});

test('a value that is taken is named at the field that has it', () => {
  assert.equal(takenFault('email', 'username').text, 'Username already exists.');
  assert.equal(takenFault('email', 'email').text, 'Email already exists.');
});
