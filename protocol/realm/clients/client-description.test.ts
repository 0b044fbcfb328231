import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientDescriptionError } from './client-description.ts';

test('the error for an unreadable description has a name, a message and the cause', () => {
  const cause = new Error('beneath');
  const error = new ClientDescriptionError('entityID is missing', { cause });
  assert.deepEqual(
    [error.name, error.message, error.cause],
    ['ClientDescriptionError', 'entityID is missing', cause],
  );
});
