import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KitError } from './kit-error.ts';

test('a refusal says what is wrong and how to fix it', () => {
  const error = new KitError(409, 'User ann is disabled.', 'Set enabled of user ann to true.');
  assert.deepEqual(
    [error.status, error.message],
    [409, 'User ann is disabled. Set enabled of user ann to true.'],
  );
});
