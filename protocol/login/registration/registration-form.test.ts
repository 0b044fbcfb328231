import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { findRegistrationForm } from './registration-form.ts';

const flow = (...executions: readonly (readonly [authenticator: string, requirement: string])[]) => ({
  registrationFlow: 'mine',
  authenticationFlows: [
    {
      alias: 'mine',
      topLevel: true,
      providerId: 'basic-flow',
      authenticationExecutions: [
        { flowAlias: 'inner', authenticator: 'registration-page-form', requirement: 'REQUIRED', priority: 1 },
      ],
    },
    {
      alias: 'inner',
      topLevel: false,
      providerId: 'form-flow',
      authenticationExecutions: executions.map(([authenticator, requirement], priority) => ({
        authenticator,
        requirement,
        priority,
      })),
    },
  ],
});

test('Keycloak: the built-in registration flow makes a user with a password, without terms', () => {
  const { steps, ...form } = findRegistrationForm(testRealm({}));
  assert.deepEqual(form, { flow: 'registration', createsUser: true, asksPassword: true, asksTerms: false });
  assert.deepEqual(
    steps.map(({ name }) => name),
    ['registration-user-creation', 'registration-password-action'],
  );
});

test('the form actions of a flow of the realm decide, those that are disabled or unknown do nothing', () => {
  const realm = testRealm(
    flow(
      ['registration-user-creation', 'REQUIRED'],
      ['registration-password-action', 'DISABLED'],
      ['registration-recaptcha-action', 'REQUIRED'],
      ['registration-terms-and-conditions', 'REQUIRED'],
    ),
  );
  const { createsUser, asksPassword, asksTerms } = findRegistrationForm(realm);
  assert.deepEqual([createsUser, asksPassword, asksTerms], [true, false, true]);
});

test('bad input: a flow without actions makes no user; one that does not exist means the built-in one', () => {
  assert.equal(findRegistrationForm(testRealm(flow())).createsUser, false);
  assert.equal(findRegistrationForm(testRealm({ registrationFlow: 'gone' })).flow, 'registration');
});
