import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { testRealm } from '../testing/realm.ts';
import { displayName, findUserForSignIn, isServiceAccount, isUserEnabled } from './users.ts';

const realm = testRealm();
const byNameOnly = testRealm({ loginWithEmailAllowed: false });
const alice = { id: 'a', username: 'alice', email: 'alice@example.test' };
const trap = { id: 'b', username: 'bob@example.test', email: 'bob@mail.test' };

async function find(text: string, view = realm): Promise<string | undefined> {
  const store = createMemoryStore();
  await store.realms.create(view.stored, [alice, trap]);
  return (await findUserForSignIn(store.users, view, text))?.id;
}

test('an empty, unknown or partial name finds no user', async () => {
  for (const text of ['', '   ', 'nobody', 'alic', 'alice@', '@', '__proto__'])
    assert.equal(await find(text), undefined, text);
});

test('an e-mail address finds no user if the realm does not allow sign-in by e-mail', async () => {
  assert.equal(await find('alice@example.test', byNameOnly), undefined);
  assert.equal(await find('bob@example.test', byNameOnly), 'b');
});

test('an e-mail address finds no user where two users may share one', async () => {
  const shared = testRealm({ loginWithEmailAllowed: true, duplicateEmailsAllowed: true });
  assert.equal(await find('alice@example.test', shared), undefined);
  assert.equal(await find('alice', shared), 'a');
});

test('a user is found by name or e-mail address, ignoring case and surrounding spaces; a username takes precedence', async () => {
  assert.equal(await find(' ALICE '), 'a');
  assert.equal(await find('Alice@Example.test'), 'a');
  assert.equal(await find('bob@example.test'), 'b');
});

test('a user without enabled is enabled', () => {
  assert.equal(isUserEnabled(alice), true);
  assert.equal(isUserEnabled({ ...alice, enabled: false }), false);
});

test('a service account is recognized', () => {
  assert.equal(isServiceAccount(alice), false);
  assert.equal(isServiceAccount({ ...alice, serviceAccountClientId: 'web' }), true);
});

test('the display name is the first and last name as far as they are set, or else the username', () => {
  const named = { ...alice, firstName: 'Alice', lastName: 'Wonder' };
  assert.equal(displayName(named), 'Alice Wonder');
  assert.equal(displayName({ ...named, firstName: '' }), 'Wonder');
  assert.equal(displayName(alice), 'alice');
});
