import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RealmFileError } from './realm-file-error.ts';

test('a refused realm file names the member, the problem and the remedy', () => {
  const error = new RealmFileError('users[2].username', 'is missing', 'Give every user a username.');
  assert.equal(error.message, 'users[2].username is missing');
  assert.equal(error.member, 'users[2].username');
  assert.equal(error.remedy, 'Give every user a username.');
});

test('a fault of the whole file has no member in front', () => {
  assert.equal(new RealmFileError('', 'not JSON', 'Repair it.').message, 'not JSON');
});
