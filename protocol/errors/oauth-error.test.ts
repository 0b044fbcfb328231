import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAUTH_ERRORS } from '#protocol/contract/oauth-errors.ts';
import { OAuthError, refusing } from './oauth-error.ts';

test('RFC 6749 §5.2: an error takes status, section and text from the code table', () => {
  const error = new OAuthError('invalid_client');
  assert.equal(error.status, 401);
  assert.equal(error.section, 'RFC 6749 §5.2');
  assert.equal(error.description, OAUTH_ERRORS.invalid_client.text);
});

test('what the caller sees and what the operator sees are kept apart', () => {
  const error = new OAuthError('invalid_grant', {
    description: 'Code not valid',
    reason: 'used before',
    remedy: 'ask again',
  });
  assert.equal(error.description, 'Code not valid');
  assert.equal(error.reason, 'used before');
  assert.equal(error.remedy, 'ask again');
  assert.equal(error.message, 'invalid_grant: used before');
});

test('an empty description stays empty, so that no error_description is sent', () => {
  assert.equal(new OAuthError('login_required', { description: '' }).description, '');
});

test('refusals of one rule share code, section and status; a single one may differ', () => {
  const refuse = refusing('invalid_grant', { section: 'RFC 8628 §3.5', status: 400 });
  const { code, status, section, reason, remedy } = refuse('Code not valid', 'used before', 'ask again');
  assert.deepEqual(
    [code, status, section, reason, remedy],
    ['invalid_grant', 400, 'RFC 8628 §3.5', 'used before', 'ask again'],
  );
  const denied = refuse('Denied', undefined, undefined, { code: 'access_denied' });
  assert.deepEqual([denied.code, denied.status, denied.reason], ['access_denied', 400, 'Denied']);
});
