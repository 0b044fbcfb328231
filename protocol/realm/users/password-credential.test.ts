import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPasswordCredential } from './password-credential.ts';

const USER = {
  id: '1',
  username: 'ann',
  credentials: [{ type: 'password', id: 'old' }, { id: 'untyped' }, { type: 'otp', id: 'o' }],
  requiredActions: ['UPDATE_PASSWORD', 'VERIFY_EMAIL'],
};
const NEW = { type: 'password', id: 'new' };

test('realm-admin C5: a new password replaces the old one and keeps other credentials', () => {
  const { credentials = [] } = withPasswordCredential(USER, NEW, false);
  assert.deepEqual(
    credentials.map(({ id }) => id),
    ['new', 'o'],
  );
});

test('realm-admin A6: only a temporary password requires UPDATE_PASSWORD', () => {
  assert.deepEqual(withPasswordCredential(USER, NEW, false).requiredActions, ['VERIFY_EMAIL']);
  assert.deepEqual(withPasswordCredential(USER, NEW, true).requiredActions, [
    'VERIFY_EMAIL',
    'UPDATE_PASSWORD',
  ]);
});
