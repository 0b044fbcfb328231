import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import { allowsOneClick, isNamedUser, listNamedUsers } from './named-users.ts';

const CREDENTIALS = [{ type: 'password', value: 'x' }];
const ALLOWED = { realm: { attributes: { 'understudy.oneClickSignIn': 'true' } } };

async function storeUsers(realmId: string, users: readonly Partial<StoredUser>[]): Promise<UserStore> {
  const store = createMemoryStore();
  const all = users.map((user, index) => ({
    id: `u${index}`,
    username: `user${String(index).padStart(2, '0')}`,
    ...user,
  }));
  await store.realms.create({ id: realmId, realm: 'r' }, all);
  return store.users;
}

test('users are listed only where the realm\'s attribute is exactly "true"', async () => {
  for (const value of [undefined, 'false', 'TRUE', '1', '']) {
    const exchange = createTestExchange(
      value === undefined ? {} : { realm: { attributes: { 'understudy.oneClickSignIn': value } } },
    );
    assert.equal(allowsOneClick(exchange), false);
    assert.equal(
      await listNamedUsers(exchange, await storeUsers(exchange.realm.id, [{ credentials: CREDENTIALS }])),
      undefined,
    );
  }
});

test('users without a password, disabled users and service accounts are not named users', () => {
  const user = { id: 'u', username: 'u', credentials: CREDENTIALS };
  assert.equal(isNamedUser(user), true);
  assert.equal(isNamedUser({ ...user, enabled: false }), false);
  assert.equal(isNamedUser({ ...user, credentials: [] }), false);
  assert.equal(isNamedUser({ ...user, credentials: [{ type: 'otp' }] }), false);
  assert.equal(isNamedUser({ ...user, serviceAccountClientId: 'service' }), false);
});

test('a user is shown with the first name or else the username, and with what that leaves out', async () => {
  const exchange = createTestExchange(ALLOWED);
  const users = await storeUsers(exchange.realm.id, [
    { username: 'alice', firstName: 'Älice', lastName: 'Liddell', credentials: CREDENTIALS },
    { username: 'bob', firstName: '', credentials: CREDENTIALS },
    { username: 'emoji', lastName: '🦊 Fox', credentials: CREDENTIALS },
  ]);
  assert.deepEqual((await listNamedUsers(exchange, users))?.users, [
    { id: 'u0', label: 'Älice', detail: 'Älice Liddell · alice', initial: 'Ä' },
    { id: 'u1', label: 'bob', detail: '', initial: 'B' },
    { id: 'u2', label: 'emoji', detail: '🦊 Fox', initial: '🦊' },
  ]);
});

test('users who share a first name, or have it as username, are told apart by username', async () => {
  const exchange = createTestExchange(ALLOWED);
  const users = await storeUsers(exchange.realm.id, [
    { username: 'a1', firstName: 'Alice', lastName: 'Archer', credentials: CREDENTIALS },
    { username: 'a2', firstName: ' alice ', credentials: CREDENTIALS },
    { username: 'alice', credentials: CREDENTIALS },
    { username: 'b1', firstName: 'Bob', credentials: CREDENTIALS },
    { username: 'b2', firstName: 'Bob', enabled: false, credentials: CREDENTIALS },
  ]);
  assert.deepEqual(
    (await listNamedUsers(exchange, users))?.users.map(({ label, detail }) => [label, detail]),
    [
      ['Alice (a1)', 'Alice Archer'],
      ['alice (a2)', ' alice '],
      ['alice (alice)', ''],
      ['Bob', 'b1'],
    ],
  );
});

test('at most twelve users are shown, with a hint if there are more', async () => {
  const exchange = createTestExchange(ALLOWED);
  const people = (count: number) => Array.from({ length: count }, () => ({ credentials: CREDENTIALS }));
  const twelve = await listNamedUsers(
    exchange,
    await storeUsers(exchange.realm.id, [...people(12), { credentials: [] }]),
  );
  assert.equal(twelve?.users.length, 12);
  assert.equal(twelve?.more, false);
  const thirteen = await listNamedUsers(exchange, await storeUsers(exchange.realm.id, people(13)));
  assert.equal(thirteen?.users.length, 12);
  assert.equal(thirteen?.more, true);
});
