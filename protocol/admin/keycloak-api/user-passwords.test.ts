import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import { verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import type { RealmRequest } from '../admin-route.ts';
import { checkPasswordPolicy, withPassword } from './user-passwords.ts';

const clock = createMovableClock({ now: () => 1000 });
// The function reads nothing else.
const request = { realm: { name: 'r' }, clocks: () => clock } as unknown as RealmRequest;
const USER = {
  id: '1',
  username: 'ann',
  credentials: [
    { type: 'password', value: 'old' },
    { type: 'otp', id: 'o' },
  ],
  requiredActions: ['VERIFY_EMAIL'],
};

test('realm-admin C5: a new password replaces the old one only', async () => {
  const { credentials = [], requiredActions } = await withPassword(request, USER, 'new', false);
  assert.deepEqual(
    credentials.map(({ type }) => type),
    ['password', 'otp'],
  );
  assert.equal(credentials[0]?.createdDate, 1000);
  assert.ok(await verifyPasswordHash('new', credentials[0] ?? {}));
  assert.equal(await verifyPasswordHash('old', credentials[0] ?? {}), false);
  assert.deepEqual(requiredActions, ['VERIFY_EMAIL']);
});

test('realm-admin A6: a temporary password requires a change, once', async () => {
  const once = await withPassword(request, USER, 'new', true);
  const twice = await withPassword(request, once, 'newer', true);
  assert.deepEqual(twice.requiredActions, ['VERIFY_EMAIL', 'UPDATE_PASSWORD']);
});

test('realm-admin C2: a password that violates the policy is reported in the format that clients expect', () => {
  assert.throws(() => checkPasswordPolicy('length(8)', 'short', USER), {
    status: 400,
    body: {
      error: 'invalidPasswordMinLengthMessage',
      error_description: 'Invalid password: minimum length 8.',
    },
  });
  checkPasswordPolicy('length(8)', 'long enough', USER);
});
