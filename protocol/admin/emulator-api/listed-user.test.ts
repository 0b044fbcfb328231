import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listedUser } from './listed-user.ts';

test('contract "enabled": a listed user is enabled unless the user says otherwise, and has no secrets or empty members', () => {
  const user = { id: '1', username: 'ann', email: 'ann@example.test', credentials: [{ type: 'password' }] };
  const expected = { id: '1', username: 'ann', email: 'ann@example.test', enabled: true };
  assert.deepEqual(listedUser(user), expected);
  assert.deepEqual(listedUser({ ...user, enabled: false }), { ...expected, enabled: false });
});
