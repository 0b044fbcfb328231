import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredUser } from '#protocol/store/store.ts';
import { testRealm } from '../testing/realm.ts';
import { changeProfile, profileValue, valuesOf } from './profile-values.ts';

const ALICE: StoredUser = {
  id: 'a',
  username: 'alice',
  email: 'alice@a.test',
  emailVerified: true,
  attributes: { phone: ['1'], team: ['red', 'blue'] },
};

test('user names and e-mail addresses are stored in lower case, names as they are', () => {
  assert.equal(profileValue('email', ' A@B.test '), 'a@b.test');
  assert.equal(profileValue('username', 'ALICE'), 'alice');
  assert.equal(profileValue('firstName', ' Alice '), 'Alice');
});

test('names, addresses and other attributes of a user are read alike', () => {
  assert.deepEqual(valuesOf(ALICE, 'email'), ['alice@a.test']);
  assert.deepEqual(valuesOf(ALICE, 'firstName'), []);
  assert.deepEqual(valuesOf(ALICE, 'team'), ['red', 'blue']);
  assert.deepEqual(valuesOf(ALICE, 'other'), []);
});

test('attributes that are not given stay, and those without values are removed', () => {
  const changed = changeProfile(testRealm(), ALICE, { team: ['green'], phone: [], firstName: ['Al'] });
  assert.deepEqual(changed.attributes, { team: ['green'] });
  assert.deepEqual([changed.firstName, changed.email], ['Al', 'alice@a.test']);
  assert.deepEqual(changeProfile(testRealm(), ALICE, { firstName: [] }).attributes, ALICE.attributes);
  assert.equal(changeProfile(testRealm(), ALICE, { email: [] }).email, '');
});

test('a changed e-mail address is unverified, and renames the user if it is the user name', () => {
  const same = changeProfile(testRealm(), ALICE, { email: ['alice@a.test'], firstName: ['Al'] });
  assert.deepEqual([same.emailVerified, same.firstName], [true, 'Al']);
  assert.equal(changeProfile(testRealm(), ALICE, { firstName: ['Al'] }).emailVerified, true);
  const byEmail = testRealm({ registrationEmailAsUsername: true });
  const changed = changeProfile(byEmail, ALICE, { email: ['x@a.test'] });
  assert.deepEqual([changed.emailVerified, changed.username], [false, 'x@a.test']);
  assert.equal(changeProfile(byEmail, ALICE, { email: [] }).username, 'alice');
});
