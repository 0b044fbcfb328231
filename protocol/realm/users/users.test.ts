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

test('nobody is found by an empty name, an unknown one, or a part of one', async () => {
  for (const text of ['', '   ', 'nobody', 'alic', 'alice@', '@', '__proto__'])
    assert.equal(await find(text), undefined, text);
});

test('an e-mail address is no name where the realm does not allow it', async () => {
  assert.equal(await find('alice@example.test', byNameOnly), undefined);
  assert.equal(await find('bob@example.test', byNameOnly), 'b');
});

test('an e-mail address is no name where two users may share one', async () => {
  const shared = testRealm({ loginWithEmailAllowed: true, duplicateEmailsAllowed: true });
  assert.equal(await find('alice@example.test', shared), undefined);
  assert.equal(await find('alice', shared), 'a');
});

test('a user is found by name or e-mail address in any case, blanks around it ignored; a name goes before an address', async () => {
  assert.equal(await find(' ALICE '), 'a');
  assert.equal(await find('Alice@Example.test'), 'a');
  assert.equal(await find('bob@example.test'), 'b');
});

test('a user that does not say is enabled', () => {
  assert.equal(isUserEnabled(alice), true);
  assert.equal(isUserEnabled({ ...alice, enabled: false }), false);
});

test('a user that stands for a client is told apart', () => {
  assert.equal(isServiceAccount(alice), false);
  assert.equal(isServiceAccount({ ...alice, serviceAccountClientId: 'web' }), true);
});

test('a user is called by first and last name as far as they are known, else by the user name', () => {
  const named = { ...alice, firstName: 'Alice', lastName: 'Wonder' };
  assert.equal(displayName(named), 'Alice Wonder');
  assert.equal(displayName({ ...named, firstName: '' }), 'Wonder');
  assert.equal(displayName(alice), 'alice');
});
