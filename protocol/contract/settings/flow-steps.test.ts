import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  listMissingFlow,
  listUnsupportedOverrides,
  listUnsupportedStepSettings,
  listUnsupportedSteps,
} from './flow-steps.ts';

const step = (authenticator: string, requirement = 'REQUIRED') => ({ authenticator, requirement });
const inner = (flowAlias: string, requirement = 'REQUIRED') => ({ flowAlias, requirement });
const flow = (alias: string, ...authenticationExecutions: readonly object[]) => ({
  id: `${alias}-id`,
  alias,
  authenticationExecutions,
});

/** What the report says of the flows that the realm uses. */
function lines(flows: unknown, realm: object = {}): readonly string[] {
  const clients = [{ authenticationFlowBindingOverrides: {} }];
  return listUnsupportedSteps(flows, { clients, ...realm }).map(({ value }) => value ?? '');
}

for (const [what, flows] of [
  ['disabled steps', [flow('browser', step('acme-sms', 'DISABLED'), step('auth-cookie'))]],
  [
    'steps that are alternatives and have nothing to offer',
    [flow('browser', step('auth-spnego', 'ALTERNATIVE'))],
  ],
  ['no flows', []],
  ['something else', 'none'],
  ['executions that are no list', [{ alias: 'browser', authenticationExecutions: 'none' }]],
  ['a flow that contains itself', [flow('browser', inner('browser'), inner('gone'))]],
  ['a flow that nobody uses', [flow('mine', step('acme-sms'))]],
  [
    'flows without an ID, whatever clients are bound to',
    [{ alias: 'mine', authenticationExecutions: [step('acme-sms')] }],
  ],
] as const)
  test(`import report: ${what} have no line`, () => {
    assert.deepEqual(lines(flows), []);
  });

test('import report: steps of other vendors are passed over', () => {
  const flows = [
    flow('browser', inner('more'), step('acme-sms')),
    flow('more', step('acme-sms'), step('webauthn-authenticator')),
  ];
  const [found] = listUnsupportedSteps(flows, {});
  assert.deepEqual([found?.value, found?.at], ['acme-sms, webauthn-authenticator', [{ item: 'browser' }]]);
  assert.match(found?.effect.instead ?? '', /passed over/);
});

test('import report: nobody can sign in with a flow that requires a step that has nothing to offer', () => {
  const [found] = listUnsupportedSteps([flow('browser', step('auth-spnego'))], {});
  assert.match(found?.effect.instead ?? '', /nobody can sign in/);
});

test('import report: the flows that realm and clients are bound to count, each by its own steps', () => {
  const flows = [
    flow('mine', step('direct-grant-validate-username')),
    flow('theirs', step('auth-otp-form'), step('acme-sms')),
  ];
  assert.deepEqual(lines(flows, { browserFlow: 'mine' }), ['direct-grant-validate-username']);
  assert.deepEqual(lines(flows, { directGrantFlow: 'mine' }), []);
  const clients = [
    { authenticationFlowBindingOverrides: { browser: 'theirs-id' } },
    { authenticationFlowBindingOverrides: 'x' },
  ];
  assert.deepEqual(lines(flows, { clients }), ['acme-sms']);
});

test('import report: a binding to a flow that does not exist', () => {
  const realm = { authenticationFlows: [flow('mine')] };
  const report = listMissingFlow('browserFlow');
  assert.deepEqual(report('mine', realm), []);
  assert.deepEqual(report('browser', realm), []);
  assert.deepEqual(report(undefined, realm), []);
  assert.match(report('gone', realm)[0]?.effect.instead ?? '', /does not exist/);
});

test('import report: bindings of clients to nothing, and of what cannot be bound', () => {
  const realm = { authenticationFlows: [flow('mine')] };
  const report = (overrides: unknown) =>
    listUnsupportedOverrides(
      [{ clientId: 'shop', authenticationFlowBindingOverrides: overrides }],
      realm,
    ).map(({ value }) => value);
  assert.deepEqual(report({ browser: 'mine-id', direct_grant: '' }), []);
  assert.deepEqual(report({ browser: 'gone' }), ['browser']);
  assert.deepEqual(report({ docker: 'mine-id' }), ['docker']);
  assert.deepEqual(report('x'), []);
});

test('import report: steps of a registration are named only if people can register', () => {
  const executions = ['registration-user-creation', 'registration-recaptcha-action'];
  const flows = [
    {
      alias: 'registration',
      authenticationExecutions: executions.map((authenticator) => ({
        authenticator,
        requirement: 'REQUIRED',
      })),
    },
  ];
  const report = (realm: object) => listUnsupportedSteps(flows, { ...realm }).map(({ value }) => value);
  assert.deepEqual(report({ registrationAllowed: true }), ['registration-recaptcha-action']);
  assert.deepEqual(report({ registrationAllowed: false }), []);
});

test('import report: the flow of a forgotten password counts if the realm allows that', () => {
  const flows = [
    flow('mine', step('reset-credentials-choose-user'), step('acme-sms'), inner('codes', 'CONDITIONAL')),
    flow('codes', step('conditional-user-configured'), step('reset-otp')),
  ];
  const bound = { resetCredentialsFlow: 'mine' };
  assert.deepEqual(lines(flows, { ...bound, resetPasswordAllowed: true }), ['acme-sms']);
  assert.deepEqual(lines(flows, bound), []);
  assert.deepEqual(
    listMissingFlow('resetCredentialsFlow')('gone', {}).map(({ value }) => value),
    ['gone'],
  );
});

test('import report: a value of action_on_otp_reset_flag that Keycloak does not have is named; its own are not', () => {
  const config = (value: unknown) => ({ alias: `a ${value}`, config: { action_on_otp_reset_flag: value } });
  const known = ['Remove none', 'Remove one', 'Remove all', '', undefined, 7].map(config);
  assert.deepEqual(listUnsupportedStepSettings([...known, {}, null, { config: 'x' }]), []);
  assert.deepEqual(
    listUnsupportedStepSettings([config('remove all')]).map(({ value, at }) => [value, at]),
    [['remove all', [{ item: 'a remove all' }, 'config', 'action_on_otp_reset_flag']]],
  );
  assert.deepEqual(listUnsupportedStepSettings('x'), []);
});
