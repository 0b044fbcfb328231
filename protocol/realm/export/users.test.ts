import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFindings } from './findings.ts';
import { userForKeycloak, withPossibleAccounts } from './users.ts';

const stored = { id: 'c', type: 'password', secretData: '{"value":"x"}', credentialData: '{}' };

test('Keycloak import: a user says whether it is enabled, and keeps everything else', () => {
  const { report, list } = createFindings();
  const user = { username: 'ann', enabled: false, emailVerified: true, attributes: { a: ['x'] } };
  assert.deepEqual(userForKeycloak(user, 'users[0]', report), user);
  assert.deepEqual(userForKeycloak({ username: 'bob' }, 'users[1]', report), {
    username: 'bob',
    enabled: true,
    emailVerified: false,
  });
  assert.deepEqual(list(), []);
});

test('Keycloak import: a credential is written in the form that it stores', () => {
  const { report, list } = createFindings();
  const { type: _type, ...untyped } = stored;
  const earlier = { ...stored, hashedSaltedValue: 'y', temporary: true, value: 'plain' };
  const { credentials } = userForKeycloak({ credentials: [stored, untyped, earlier] }, 'users[0]', report);
  assert.deepEqual(credentials, [stored, { ...untyped, type: 'password' }, stored]);
  assert.deepEqual(list(), []);
});

for (const credential of [
  { type: 'password', value: 'plain' },
  { type: 'otp', value: 'SECRET' },
  { type: 'password', secretData: '{}' },
  { type: 'totp', hashedSaltedValue: 'x' },
  {},
])
  test(`bad input: the credential ${JSON.stringify(credential)} is left out with a report`, () => {
    const { report, list } = createFindings();
    const { credentials } = userForKeycloak({ credentials: [stored, credential] }, 'users[3]', report);
    assert.deepEqual(credentials, [stored]);
    assert.equal(list()[0]?.path, 'users[3].credentials[1]');
  });

test('Keycloak import: a client whose service account it could not create has none', () => {
  const { report, list } = createFindings();
  const clients = ['a', 'A', 'b', 'c'].map((clientId) => ({
    clientId,
    serviceAccountsEnabled: clientId !== 'c',
  }));
  const users = [
    { username: 'service-account-a', serviceAccountClientId: 'a' },
    { username: 'service-account-c' },
  ];
  assert.deepEqual(
    withPossibleAccounts(clients, users, report).map(({ serviceAccountsEnabled }) => serviceAccountsEnabled),
    [true, false, true, false],
  );
  assert.deepEqual(
    list().map(({ path }) => path),
    ['clients[1].serviceAccountsEnabled'],
  );
});
