import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { DuplicateError } from '#protocol/store/store.ts';
import { followUserChange } from './save-user-change.ts';

async function start() {
  const store = createMemoryStore();
  const stored = { id: 'r-id', realm: 'r' };
  const alice = { id: 'alice-id', username: 'alice', email: 'alice@example.test' };
  await store.realms.create(stored, [alice, { id: 'bob-id', username: 'bob', email: 'bob@example.test' }]);
  return { store, realm: viewRealm(stored), alice };
}

test('the change is saved', async () => {
  const { store, realm, alice } = await start();
  await followUserChange(store, realm, alice, (user) => ({ ...user, firstName: 'Alice' }));
  assert.equal((await store.users.find('r-id', 'alice-id'))?.firstName, 'Alice');
});

test('an address that another user has is refused, and a user who is gone is left alone', async () => {
  const { store, realm, alice } = await start();
  const taken = followUserChange(store, realm, alice, (user) => ({ ...user, email: 'bob@example.test' }));
  await assert.rejects(taken, DuplicateError);
  await store.users.remove('r-id', 'alice-id');
  await followUserChange(store, realm, alice, (user) => user);
  assert.equal(await store.users.find('r-id', 'alice-id'), undefined);
});
