import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RealmFileError } from './realm-file-error.ts';

test('the error names the member, the problem and the remedy', () => {
  const error = new RealmFileError('users[2].username', 'is missing', 'Give every user a username.');
  assert.equal(error.message, 'users[2].username is missing');
  assert.equal(error.member, 'users[2].username');
  assert.equal(error.remedy, 'Give every user a username.');
});

test('an error about the whole file names no member', () => {
  assert.equal(new RealmFileError('', 'not JSON', 'Repair it.').message, 'not JSON');
});
