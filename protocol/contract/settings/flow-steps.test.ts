import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIXED_STEPS, listUnsupportedSteps } from './flow-steps.ts';

const step = (authenticator: string, requirement = 'REQUIRED') => ({ authenticator, requirement });
const inner = (flowAlias: string, requirement = 'REQUIRED') => ({ flowAlias, requirement });
const flow = (alias: string, ...authenticationExecutions: readonly object[]) => ({
  alias,
  authenticationExecutions,
});

const PASSWORD = step('auth-username-password-form');
const CODES = flow('codes', step('conditional-user-configured'), step('auth-otp-form'));

/** Differences of the browser flow, which `flows` contain. */
function differences(flows: unknown, realm: object = {}): readonly string[] {
  return listUnsupportedSteps(flows, { ...realm }).map(({ value }) => value ?? '');
}

for (const [what, flows] of [
  ['Keycloak 26', [flow('browser', step('auth-cookie'), PASSWORD, inner('codes', 'CONDITIONAL')), CODES]],
  ['Keycloak 4', [flow('browser', PASSWORD, step('auth-otp-form', 'OPTIONAL'))]],
  [
    'disabled steps',
    [flow('browser', PASSWORD, step('auth-spnego', 'DISABLED'), inner('codes', 'CONDITIONAL')), CODES],
  ],
  ['no flows', []],
  ['something else', 'none'],
  ['executions that are no list', [{ alias: 'browser', authenticationExecutions: 'none' }]],
] as const)
  test(`import report: the browser flow of ${what} has no step without effect`, () => {
    assert.deepEqual(differences(flows), []);
  });

for (const [expected, ...flows] of [
  ['auth-spnego', flow('browser', step('auth-spnego'), PASSWORD, inner('codes', 'CONDITIONAL')), CODES],
  [
    'webauthn-authenticator',
    flow('browser', PASSWORD, inner('codes', 'CONDITIONAL'), inner('keys')),
    CODES,
    flow('keys', step('webauthn-authenticator'), step('webauthn-authenticator')),
  ],
  ['auth-otp-form for every user', flow('browser', PASSWORD, inner('codes')), CODES],
  ['no auth-otp-form', flow('browser', PASSWORD)],
  ['no auth-otp-form', flow('browser', PASSWORD, inner('codes', 'DISABLED')), CODES],
  ['no auth-username-password-form, no auth-otp-form', flow('browser', step('auth-cookie'))],
  ['auth-username-form, no auth-otp-form', flow('browser', step('auth-username-form'), inner('browser'))],
] as const)
  test(`import report: ${JSON.stringify(flows[0])} is reported as “${expected}”`, () => {
    assert.deepEqual(differences(flows), [expected]);
  });

test('import report: only the flow that the realm uses counts', () => {
  const flows = [flow('browser', PASSWORD, step('auth-otp-form', 'OPTIONAL')), flow('mine', step('my-step'))];
  assert.deepEqual(differences(flows), []);
  const [found] = listUnsupportedSteps(flows, { browserFlow: 'mine' });
  assert.deepEqual([found?.value, found?.at], ['my-step, no auth-otp-form', [{ item: 'mine' }]]);
  assert.deepEqual(differences(flows, { browserFlow: 'gone' }), []);
});

test('import report: the password grant has steps of its own', () => {
  const flows = [flow('direct grant', step('direct-grant-validate-username'), step('restrict-client'))];
  const [found] = listUnsupportedSteps(flows, {});
  assert.equal(found?.value, 'restrict-client, no direct-grant-validate-otp');
  assert.equal(found?.effect, FIXED_STEPS.directGrantFlow.effect);
});
