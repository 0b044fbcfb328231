import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCredentials, moveCredential, withoutSecrets } from './credential-list.ts';

const user = {
  id: 'u',
  username: 'alice',
  credentials: [
    { type: 'password', value: 'secret' },
    { id: 'a', type: 'otp', secretData: '{}' },
    { id: 'b', type: 'otp' },
  ],
};
const idsOf = (moved: ReturnType<typeof moveCredential>) => moved?.credentials?.map(({ id }) => id);

test('Keycloak credentials: each has an id, also a password that is not hashed yet', () => {
  assert.deepEqual(
    listCredentials(user).map(({ id }) => id),
    ['unhashed-0', 'a', 'b'],
  );
  assert.deepEqual(listCredentials({}), []);
});

test('Keycloak credentials: neither hashes nor plain passwords are shown', () => {
  assert.deepEqual(user.credentials.map(withoutSecrets), [
    { type: 'password' },
    { id: 'a', type: 'otp' },
    { id: 'b', type: 'otp' },
  ]);
});

test('Keycloak credentials: one is moved to the front, or behind another one', () => {
  assert.deepEqual(idsOf(moveCredential(user, 'b', undefined)), ['b', 'unhashed-0', 'a']);
  assert.deepEqual(idsOf(moveCredential(user, 'unhashed-0', 'a')), ['a', 'unhashed-0', 'b']);
});

test('Keycloak credentials: what the user does not have cannot be moved, nor followed', () => {
  assert.equal(moveCredential(user, 'x', undefined), undefined);
  for (const previous of ['x', 'a', '']) assert.equal(moveCredential(user, 'a', previous), undefined);
});
