import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableRoleDescription } from './role-description.ts';

/** The text as it is in realm files. */
const key = (name: string): string => `$\{role_${name}}`;

test("a built-in role's message key is converted to Keycloak's words", () => {
  assert.equal(readableRoleDescription(key('view-profile')), 'View profile');
  assert.equal(readableRoleDescription(key('offline-access')), 'Offline access');
  assert.equal(readableRoleDescription(key('uma_authorization')), 'Obtain permissions');
});

test('any other description stays unchanged', () => {
  assert.equal(readableRoleDescription('Reads the books'), 'Reads the books');
  assert.equal(readableRoleDescription(undefined), '');
  assert.equal(readableRoleDescription(`x ${key('account')}`), `x ${key('account')}`);
  assert.equal(readableRoleDescription(key('constructor')), 'Constructor');
});
