import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProvisionalHash } from '#protocol/crypto/password-hash.ts';
import { hashKeptPasswords, hashPlainPasswords, listPlainPasswords } from './plain-passwords.ts';

for (const [what, credentials] of [
  ['no credentials', undefined],
  ['an exported hash', [{ type: 'password', secretData: '{"value":"x"}', credentialData: '{}' }]],
  ['an empty password', [{ type: 'password', value: '' }]],
  ['a one-time code device', [{ type: 'otp', value: 'not-a-password' }]],
] as const) {
  test(`a user with ${what} is returned unchanged`, () => {
    const user = { id: 'u', username: 'u', ...(credentials && { credentials: [...credentials] }) };
    assert.equal(hashPlainPasswords(user), user);
  });
}

test('contract "Realm files": all plain passwords of a user are hashed, other credentials are kept', () => {
  const otp = { id: 'o', type: 'otp', secretData: '{}' };
  const credentials = [{ value: 'one-secret' }, otp, { type: 'password', value: 'two-secret' }];
  const user = hashPlainPasswords({ id: 'u', username: 'u', credentials });
  assert.doesNotMatch(JSON.stringify(user), /one-secret|two-secret/);
  assert.deepEqual(
    user.credentials?.map((credential) => isProvisionalHash(credential)),
    [true, false, true],
  );
  assert.equal(user.credentials?.[1], otp);
});

test('0011: plain passwords of federated users in a file are hashed, whatever their other content', () => {
  const user = { id: 'f', credentials: [{ type: 'password', value: 'one-secret' }, null, 'x', { value: 7 }] };
  const kept = hashKeptPasswords(user) as typeof user;
  assert.doesNotMatch(JSON.stringify(kept), /one-secret/);
  assert.deepEqual(kept.credentials.slice(1), user.credentials.slice(1));
  for (const other of [null, 'x', 3, {}, { credentials: 'x' }]) assert.equal(hashKeptPasswords(other), other);
});

test('plain passwords are listed with their stored users; above the limit none are listed', () => {
  const given = [
    { username: 'a', credentials: [{ value: 'pa' }] },
    { username: 'b' },
    {
      username: 'c',
      credentials: [
        { type: 'otp', value: 'x' },
        { type: 'password', value: 'pc' },
      ],
    },
  ];
  const stored = [
    { id: '1', username: 'a', credentials: [{ id: 'ka' }] },
    { id: '2', username: 'b' },
    { id: '3', username: 'c', credentials: [{ id: 'kx' }, { id: 'kc' }] },
  ];
  assert.deepEqual(listPlainPasswords(given, stored, 2), [
    { userId: '1', credentialId: 'ka', password: 'pa' },
    { userId: '3', credentialId: 'kc', password: 'pc' },
  ]);
  assert.deepEqual(listPlainPasswords(given, stored, 1), []);
});
