import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { KitError, refusedByProtocol } from './kit-error.ts';

test('a refusal says what is wrong and how to fix it', () => {
  const error = new KitError(409, 'User ann is disabled.', 'Set enabled of user ann to true.');
  assert.deepEqual(
    [error.status, error.message],
    [409, 'User ann is disabled. Set enabled of user ann to true.'],
  );
});

test('a refusal of a grant keeps description, reason and remedy, each once', () => {
  const error = new OAuthError('invalid_request', {
    description: 'Not available: x',
    reason: 'No mapper adds x.',
    remedy: 'Add one.',
  });
  const { status, problem, remedy } = refusedByProtocol(error);
  assert.deepEqual([status, problem, remedy], [400, 'Not available: x. No mapper adds x.', 'Add one.']);
  assert.equal(
    refusedByProtocol(new OAuthError('invalid_request', { description: 'Same.' })).problem,
    'Same.',
  );
});
