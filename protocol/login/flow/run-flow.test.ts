import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { findFlowTree } from '#protocol/realm/flows/flow-tree.ts';
import type { StoredUser, UserSession } from '#protocol/store/store.ts';
import { type FlowStepText, flowMembers } from '../testing/flows.ts';
import { BROWSER_STEPS } from './browser-steps.ts';
import type { FlowFacts } from './flow-step.ts';
import { type FlowResult, runFlow } from './run-flow.ts';

const OTP = { type: 'otp', secretData: '{"value":"x"}', credentialData: '{"subType":"totp"}' };
const alice: StoredUser = { id: 'a', username: 'alice' };
const withDevice: StoredUser = { ...alice, credentials: [OTP] };
const PASSWORD = 'auth-username-password-form REQUIRED';

function run(
  steps: readonly FlowStepText[],
  given: Partial<FlowFacts> = {},
  realm: Partial<RealmRepresentation> = {},
): FlowResult {
  const exchange = createTestExchange({ realm: { ...flowMembers(steps), ...realm } });
  return runFlow(
    {
      tree: findFlowTree(exchange.realm, undefined, 'browser'),
      realm: exchange.realm,
      client: undefined,
      session: { missing: 'none' },
      known: undefined,
      identified: undefined,
      done: {},
      levels: {},
      completedActions: [],
      chosen: '',
      requestedLevel: 0,
      scopes: () => [],
      headers: () => [],
      now: 1000,
      ...given,
    },
    BROWSER_STEPS,
  );
}

/** `asked otp`, `succeeded alice`, or why it was refused. */
function outcome(...given: Parameters<typeof run>): string {
  const result = run(...given);
  if (result.end === 'asked') return `asked ${result.step.ask}`;
  return result.end === 'succeeded' ? `succeeded ${result.user.username}` : (result.error.reason ?? '');
}

const session = (user: StoredUser) => ({
  session: { userId: user.id, username: user.username, authenticatedAt: 0 } as UserSession,
  user,
});
const after = (user: StoredUser, ...keys: readonly string[]): Partial<FlowFacts> => ({
  identified: user,
  done: Object.fromEntries(keys.map((key) => [key, 500])),
});

test('ALTERNATIVE: the first that succeeds or asks decides; what has nothing to offer is passed over', () => {
  const steps = [
    'auth-cookie ALTERNATIVE',
    'identity-provider-redirector ALTERNATIVE',
    ['forms ALTERNATIVE', [PASSWORD]],
  ] as const;
  assert.equal(outcome(steps), 'asked sign-in');
  assert.equal(outcome(steps, { session: session(alice) }), 'succeeded alice');
  assert.equal(outcome(steps, after(alice, 'forms/auth-username-password-form')), 'succeeded alice');
  assert.deepEqual(
    run(steps).reports.map(({ name, did }) => `${name} ${did}`),
    [
      'auth-cookie attempted',
      'identity-provider-redirector attempted',
      'auth-username-password-form asked',
      'forms asked',
    ],
  );
});

test('REQUIRED: all steps one after another; alternatives beside them do not count', () => {
  const steps = [PASSWORD, 'auth-otp-form REQUIRED', 'auth-cookie ALTERNATIVE'] as const;
  assert.equal(outcome(steps, { session: session(alice) }), 'asked sign-in');
  const first = after(withDevice, 'mine/auth-username-password-form');
  assert.equal(outcome(steps, first), 'asked otp');
  const both = run(steps, after(withDevice, 'mine/auth-username-password-form', 'mine/auth-otp-form'));
  assert.equal(both.end, 'succeeded');
  assert.equal(both.reports.at(-1)?.why, 'beside required steps, alternatives do not count');
});

test('CONDITIONAL: a flow runs only if all its conditions hold, and not without conditions', () => {
  const codes = (conditions: readonly string[]) =>
    [PASSWORD, ['codes CONDITIONAL', [...conditions, 'auth-otp-form REQUIRED']]] as const;
  const first = (user: StoredUser) => after(user, 'mine/auth-username-password-form');
  assert.equal(outcome(codes(['conditional-user-configured REQUIRED']), first(withDevice)), 'asked otp');
  assert.equal(outcome(codes(['conditional-user-configured REQUIRED']), first(alice)), 'succeeded alice');
  assert.equal(outcome(codes([]), first(withDevice)), 'succeeded alice');
  assert.equal(
    outcome(codes(['conditional-user-configured DISABLED']), first(withDevice)),
    'succeeded alice',
  );
});

test('a required step that the user has not set up is set up after the sign-in, if the realm lets users do that', () => {
  const steps = [PASSWORD, 'auth-otp-form REQUIRED'] as const;
  const first = after(alice, 'mine/auth-username-password-form');
  const result = run(steps, first);
  assert.deepEqual(result.end === 'succeeded' && result.setUps, ['CONFIGURE_TOTP']);
  const off = { requiredActions: [{ alias: 'CONFIGURE_TOTP', enabled: false }] };
  assert.match(outcome(steps, first, off), /auth-otp-form is required, and user alice has not set it up/);
  const forms = [PASSWORD, 'auth-password-form REQUIRED'] as const;
  assert.match(outcome(forms, first), /auth-password-form is required, and user alice has not set it up/);
});

test('a device that was set up in this tab is not asked for a code', () => {
  const steps = [PASSWORD, 'auth-otp-form REQUIRED'] as const;
  const first = after(withDevice, 'mine/auth-username-password-form');
  assert.equal(outcome(steps, { ...first, levels: { 1: 500, 2: 600 } }), 'succeeded alice');
});

test('Deny access: refused with the message of the setting, or else Keycloak’s', () => {
  for (const [setting, message] of [
    ['', 'Access denied'],
    [' denyErrorMessage=Not today', 'Not today'],
  ]) {
    const result = run([`deny-access-authenticator REQUIRED${setting}`]);
    assert.ok(result.end === 'refused');
    assert.equal(result.error.description, message);
    assert.equal(result.error.status, 401);
  }
  assert.match(outcome([PASSWORD, 'deny-access-authenticator REQUIRED']), /asked sign-in/);
});

test('Keycloak AuthenticationProcessor: a flow that nobody can pass is 400 and invalid_user_credentials', () => {
  for (const steps of [
    ['auth-cookie ALTERNATIVE', 'auth-x509-client-username-form ALTERNATIVE'],
    ['auth-cookie ALTERNATIVE', ['forms ALTERNATIVE', ['auth-x509-client-username-form ALTERNATIVE']]],
    ['allow-access-authenticator REQUIRED'],
  ] as const) {
    const result = run(steps);
    assert.ok(result.end === 'refused');
    const { description, status, userEventError } = result.error;
    assert.deepEqual(
      [description, status, userEventError],
      ['Invalid username or password.', 400, 'invalid_user_credentials'],
    );
  }
});

test('a flow that nobody can pass is refused with what is missing', () => {
  assert.match(outcome(['allow-access-authenticator REQUIRED']), /none of them says who the user is/);
  assert.match(outcome(['auth-otp-form REQUIRED']), /auth-otp-form needs a user/);
  assert.match(
    outcome(['auth-cookie ALTERNATIVE', 'auth-spnego ALTERNATIVE']),
    /no alternative of flow mine is possible/,
  );
  assert.match(outcome(['auth-cookie REQUIRED']), /auth-cookie is required, and none/);
  assert.match(outcome([]), /no step of flow mine applies/);
});

test('steps of other vendors are passed over and named', () => {
  assert.equal(outcome(['acme-sms REQUIRED', PASSWORD]), 'asked sign-in');
  assert.equal(outcome(['acme-sms ALTERNATIVE', ['forms ALTERNATIVE', [PASSWORD]]]), 'asked sign-in');
  assert.match(outcome(['acme-sms ALTERNATIVE']), /Understudy has no step acme-sms/);
  assert.match(run(['acme-sms REQUIRED', PASSWORD]).reports[0]?.why ?? '', /no step acme-sms/);
});

test('"Try another way": the other alternatives that can ask something, and the chosen one comes first', () => {
  const steps = [
    'auth-username-form REQUIRED',
    [
      'proof REQUIRED',
      ['auth-password-form ALTERNATIVE', 'auth-otp-form ALTERNATIVE', 'webauthn-authenticator ALTERNATIVE'],
    ],
  ] as const;
  const password = { type: 'password', secretData: '{}', credentialData: '{}' };
  const user = { ...alice, credentials: [password, OTP] };
  const first = after(user, 'mine/auth-username-form');
  const shown = run(steps, first);
  assert.ok(shown.end === 'asked');
  assert.deepEqual(
    [shown.step.ask, shown.others],
    ['password', [{ key: 'proof/auth-otp-form', ask: 'otp' }]],
  );
  const chosen = run(steps, { ...first, chosen: 'proof/auth-otp-form' });
  assert.ok(chosen.end === 'asked');
  assert.deepEqual([chosen.step.ask, chosen.others.map(({ ask }) => ask)], ['otp', ['password']]);
  const alone = run(steps, after({ ...alice, credentials: [OTP] }, 'mine/auth-username-form'));
  assert.deepEqual(alone.end === 'asked' && alone.others, []);
});

test('what has been completed counts, whatever comes before it', () => {
  const steps = [
    ['one ALTERNATIVE', [PASSWORD]],
    ['two ALTERNATIVE', ['auth-username-form REQUIRED']],
  ] as const;
  assert.equal(outcome(steps, after(alice, 'two/auth-username-form')), 'succeeded alice');
});

const LEVELS = [
  'auth-cookie ALTERNATIVE',
  [
    'forms ALTERNATIVE',
    [
      [
        'one CONDITIONAL',
        ['conditional-level-of-authentication REQUIRED loa-condition-level=1,loa-max-age=100', PASSWORD],
      ],
      [
        'two CONDITIONAL',
        [
          'conditional-level-of-authentication REQUIRED loa-condition-level=2,loa-max-age=10',
          'auth-otp-form REQUIRED',
        ],
      ],
    ],
  ],
] as const;

test('Keycloak step-up: each level only if the request requires it, and the session’s levels count', () => {
  const first = after(withDevice, 'one/auth-username-password-form');
  assert.equal(outcome(LEVELS), 'asked sign-in');
  assert.equal(outcome(LEVELS, first), 'succeeded alice');
  assert.equal(outcome(LEVELS, { ...first, requestedLevel: 2 }), 'asked otp');
  const signedIn = { session: session(withDevice), requestedLevel: 2 };
  assert.equal(outcome(LEVELS, signedIn), 'asked otp');
  assert.equal(outcome(LEVELS, { ...signedIn, requestedLevel: 1 }), 'succeeded alice');
  const done = run(LEVELS, { ...signedIn, ...after(withDevice, 'two/auth-otp-form') });
  assert.ok(done.end === 'succeeded');
  assert.deepEqual(done.levels, { 1: 0, 2: 500 });
});

test('Keycloak step-up: a level whose maximum age is over must be reached again', () => {
  const both = {
    ...session(withDevice),
    session: { ...session(withDevice).session, levels: { 1: 0, 2: 0 } },
  };
  const at = (now: number) => outcome(LEVELS, { session: both, requestedLevel: 2, now });
  assert.equal(at(10_000), 'succeeded alice');
  assert.equal(at(10_001), 'asked otp');
  assert.equal(at(100_001), 'asked sign-in');
});

test('a session of somebody else than who signs in does not count', () => {
  const bob = { id: 'b', username: 'bob' };
  const steps = ['auth-cookie ALTERNATIVE', ['forms ALTERNATIVE', [PASSWORD]]] as const;
  assert.equal(
    outcome(steps, { session: session(alice), ...after(bob, 'forms/auth-username-password-form') }),
    'succeeded bob',
  );
});
