import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuplicateError } from './store.ts';

test('a DuplicateError names the member', () => {
  const error = new DuplicateError('username', 'alice');
  assert.equal(error.member, 'username');
  assert.equal(error.message, 'username "alice" is taken');
});
