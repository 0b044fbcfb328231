import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerProblem, deniedByProvider, providerProblem } from './provider-problem.ts';

const DETAILS = { reason: 'It is so.', remedy: 'Change it.', section: 'OIDC Core §3.1.2.6' };

test('Keycloak identity brokering: problems have the messages of its pages, with a reason and a remedy', () => {
  const { description, reason, remedy } = providerProblem('missingState', DETAILS);
  assert.equal(description, 'Missing state parameter in response from identity provider.');
  assert.deepEqual([reason, remedy], ['It is so.', 'Change it.']);
});

test('Keycloak identity brokering: a refusal names the provider', () => {
  const error = deniedByProvider('GitHub', DETAILS);
  assert.deepEqual(
    [error.code, error.description],
    ['access_denied', 'Access denied when authenticating with GitHub'],
  );
});

test('Keycloak identity brokering: an answer without a message of its own is unexpected', () => {
  assert.equal(
    answerProblem(DETAILS).description,
    'Unexpected error when authenticating with identity provider',
  );
  assert.match(answerProblem({ ...DETAILS, message: 'unmatchedClaim' }).description, /essential claim/);
});
