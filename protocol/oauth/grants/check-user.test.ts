import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkGrantUser } from './check-user.ts';

test('a deleted user gets no tokens', () => {
  assert.throws(() => checkGrantUser(undefined), {
    code: 'invalid_grant',
    description: 'User not found',
    status: 400,
  });
});

test('a disabled user gets no tokens', () => {
  assert.throws(() => checkGrantUser({ id: 'u', username: 'dora', enabled: false }), {
    code: 'invalid_grant',
    description: 'User disabled',
    remedy: 'Set enabled of user dora to true.',
  });
});

test('a user without the member enabled is enabled', () => {
  const user = { id: 'u', username: 'alice' };
  assert.equal(checkGrantUser(user), user);
});
