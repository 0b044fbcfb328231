import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from './oauth-error.ts';
import { fixable, remedyOf, secondsNeeded, splitRemedy } from './remedy.ts';
import { SamlStatusError } from './saml-status-error.ts';

const fix = { kind: 'enable-client', client: 'web' } as const;

test('a fix describes itself, unless the remedy says more', () => {
  assert.equal(fixable(fix).text, 'Set enabled of client web to true.');
  assert.equal(fixable(fix, 'Use another client.').text, 'Use another client.');
});

test('errors keep the sentence and the fix apart; a plain remedy has no fix', () => {
  const oauth = new OAuthError('invalid_client', { remedy: fixable(fix) });
  assert.deepEqual([oauth.remedy, oauth.fix], ['Set enabled of client web to true.', fix]);
  const saml = new SamlStatusError('client_disabled', { reason: 'It is.', remedy: fixable(fix) });
  assert.deepEqual([saml.remedy, saml.fix], ['Set enabled of client web to true.', fix]);
  const plain = new OAuthError('invalid_client', { remedy: 'Send client_id.' });
  assert.deepEqual([plain.remedy, plain.fix], ['Send client_id.', undefined]);
  assert.deepEqual(splitRemedy(undefined), { remedy: undefined, fix: undefined });
});

test('an error made from another one keeps its fix', () => {
  const cause = new OAuthError('invalid_client', { remedy: fixable(fix) });
  const relabelled = new OAuthError('invalid_client', { remedy: remedyOf(cause) });
  assert.deepEqual(relabelled.fix, fix);
  assert.equal(remedyOf(new OAuthError('invalid_client', { remedy: 'Wait.' })), 'Wait.');
  assert.equal(remedyOf(new OAuthError('invalid_client')), undefined);
});

test('the lifespan needed is longer than the time that has passed', () => {
  assert.equal(secondsNeeded(60, 100_000, 100_000), 61);
  assert.equal(secondsNeeded(60, 100_000, 130_500), 91);
});
