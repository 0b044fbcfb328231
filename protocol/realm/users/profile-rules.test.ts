import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { testRealm } from '../testing/realm.ts';
import {
  changeProfile,
  editableMembers,
  findProfileFaults,
  type ProfileValues,
  profileValue,
} from './profile-rules.ts';

const ALICE: StoredUser = { id: 'a', username: 'alice', email: 'alice@a.test', emailVerified: true };
const BOB: StoredUser = { id: 'b', username: 'bob', email: 'bob@a.test' };

async function faultsOf(
  values: ProfileValues,
  changes: Partial<RealmRepresentation> = {},
): Promise<string[]> {
  const realm = testRealm(changes);
  const { realms, users } = createMemoryStore();
  await realms.create(realm.stored, [ALICE, BOB]);
  return (await findProfileFaults(realm, users, ALICE, values)).map(
    ({ member, kind }) => `${member} ${kind}`,
  );
}

for (const [why, values, expected] of [
  ['an empty value', { firstName: '' }, ['firstName missing']],
  [
    'several faults',
    { email: 'nobody', firstName: '', lastName: 'x'.repeat(256) },
    ['email email', 'firstName missing', 'lastName length'],
  ],
  ['a control character', { lastName: 'a\u0007b' }, ['lastName length']],
  ['a taken e-mail address', { email: 'bob@a.test' }, ['email email-taken']],
  ['the user’s own e-mail address', { email: 'alice@a.test' }, []],
  ['a value of 255 characters', { lastName: 'x'.repeat(255) }, []],
] as const) {
  test(`bad input: ${why} gives ${expected.length} faults`, async () => {
    assert.deepEqual(await faultsOf(values), expected);
  });
}

test('duplicateEmailsAllowed: a taken e-mail address is accepted', async () => {
  assert.deepEqual(await faultsOf({ email: 'bob@a.test' }, { duplicateEmailsAllowed: true }), []);
});

test('editUsernameAllowed: a taken user name is rejected', async () => {
  assert.deepEqual(await faultsOf({ username: 'bob' }, { editUsernameAllowed: true }), [
    'username username-taken',
  ]);
});

test('registrationEmailAsUsername: the e-mail address must not be the name of another user', async () => {
  const settings = { registrationEmailAsUsername: true, duplicateEmailsAllowed: false };
  const realm = testRealm(settings);
  const { realms, users } = createMemoryStore();
  await realms.create(realm.stored, [ALICE, { id: 'b', username: 'bob@a.test' }]);
  const [fault] = await findProfileFaults(realm, users, ALICE, { email: 'bob@a.test' });
  assert.deepEqual([fault?.member, fault?.kind], ['email', 'username-taken']);
});

test('the user name is editable only with editUsernameAllowed and without registrationEmailAsUsername', () => {
  assert.equal(editableMembers(testRealm()).includes('username'), false);
  assert.equal(editableMembers(testRealm({ editUsernameAllowed: true })).includes('username'), true);
  const both = { editUsernameAllowed: true, registrationEmailAsUsername: true };
  assert.equal(editableMembers(testRealm(both)).includes('username'), false);
});

test('user names and e-mail addresses are stored in lower case, names as they are', () => {
  assert.equal(profileValue('email', ' A@B.test '), 'a@b.test');
  assert.equal(profileValue('username', 'ALICE'), 'alice');
  assert.equal(profileValue('firstName', ' Alice '), 'Alice');
});

test('a changed e-mail address is unverified, and renames the user if it is the user name', () => {
  const same = changeProfile(testRealm(), ALICE, { email: 'alice@a.test', firstName: 'Al' });
  assert.deepEqual([same.emailVerified, same.firstName], [true, 'Al']);
  assert.equal(changeProfile(testRealm(), ALICE, { firstName: 'Al' }).emailVerified, true);
  const changed = changeProfile(testRealm({ registrationEmailAsUsername: true }), ALICE, {
    email: 'x@a.test',
  });
  assert.deepEqual([changed.emailVerified, changed.username], [false, 'x@a.test']);
});
