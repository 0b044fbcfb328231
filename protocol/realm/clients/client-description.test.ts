import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientDescriptionError } from './client-description.ts';

test('a description that cannot be taken says what is wrong with it, and keeps what lies beneath', () => {
  const cause = new Error('beneath');
  const error = new ClientDescriptionError('entityID is missing', { cause });
  assert.deepEqual(
    [error.name, error.message, error.cause],
    ['ClientDescriptionError', 'entityID is missing', cause],
  );
});
