import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import {
  findUserProblem,
  foreignLink,
  forgottenPasswordProblem,
  linkError,
  linkRule,
} from './link-problems.ts';

const TOKEN = {
  type: 'verify-email',
  id: 'jti',
  userId: 'alice-id',
  issuedAt: 0,
  expiresAt: 1,
  email: 'a@x.test',
} as const;
const ALICE = { id: 'alice-id', username: 'alice', email: 'A@x.test' };

test('an enabled user with the address of the link, in whatever case, can use it', () =>
  assert.equal(findUserProblem(TOKEN, ALICE), undefined));

for (const [name, user, event] of [
  ['a deleted user', undefined, 'user_not_found'],
  ['a service account', { ...ALICE, serviceAccountClientId: 'shop' }, 'user_not_found'],
  ['a disabled user', { ...ALICE, enabled: false }, 'user_disabled'],
  ['a changed address', { ...ALICE, email: 'b@x.test' }, 'invalid_email'],
  ['a removed address', { ...ALICE, email: '' }, 'invalid_email'],
] as const)
  test(`Keycloak action token: ${name} is the error ${event}`, () =>
    assert.equal(findUserProblem(TOKEN, user)?.event, event));

test('every problem has a reason and a remedy; a single setting can be applied', () => {
  const problem = forgottenPasswordProblem(createTestExchange().realm);
  assert.ok(problem !== undefined);
  const error = linkError(problem);
  assert.deepEqual(error.fix, { kind: 'allow-password-reset', realm: 'r' });
  assert.ok(error.reason !== '' && (linkError(foreignLink('why')).remedy ?? '') !== '');
  assert.deepEqual([linkRule(undefined), linkRule(TOKEN)], ['action-token', 'verify-email-link']);
});
