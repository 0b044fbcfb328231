import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { decideConditionalOtp } from './conditional-otp.ts';
import type { FlowFacts, FlowRun } from './flow-step.ts';

const { realm } = createTestExchange({
  realm: { roles: { realm: [{ name: 'trusted' }, { name: 'risky' }] } },
});
const user = (members: Partial<StoredUser>): StoredUser => ({ id: 'u', username: 'u', ...members });

function isAsked(
  config: Readonly<Record<string, string>>,
  who?: StoredUser,
  headers: readonly string[] = [],
) {
  const facts = { realm, headers: () => headers } as unknown as FlowFacts;
  const run: FlowRun = {
    facts,
    user: who,
    session: undefined,
    levels: {},
    level: 0,
    setUps: [],
    reports: [],
  };
  const key = 'mine/auth-conditional-otp-form';
  return decideConditionalOtp(run, {
    kind: 'authenticator',
    key,
    requirement: 'REQUIRED',
    authenticator: 'auth-conditional-otp-form',
    config,
  }).isAsked;
}

test('Keycloak Conditional OTP Form: a code is asked unless the default says otherwise', () => {
  assert.equal(isAsked({}), true);
  assert.equal(isAsked({ defaultOtpOutcome: 'skip' }), false);
  assert.equal(isAsked({ defaultOtpOutcome: 'anything' }), true);
});

test('the attribute of the user comes first, and other values of it decide nothing', () => {
  const config = { otpControlAttribute: 'otp', skipOtpRole: 'trusted', defaultOtpOutcome: 'skip' };
  assert.equal(isAsked(config, user({ attributes: { otp: ['force'] }, realmRoles: ['trusted'] })), true);
  assert.equal(isAsked({ otpControlAttribute: 'otp' }, user({ attributes: { otp: ['skip'] } })), false);
  assert.equal(isAsked({ otpControlAttribute: 'otp' }, user({ attributes: { otp: ['perhaps'] } })), true);
});

test('roles come before headers', () => {
  const config = { skipOtpRole: 'trusted', forceOtpRole: 'risky', defaultOtpOutcome: 'skip' };
  assert.equal(isAsked(config, user({ realmRoles: ['trusted', 'risky'] })), false);
  assert.equal(isAsked(config, user({ realmRoles: ['risky'] })), true);
});

test('a header is compared as name and value, and a pattern that is none matches nothing', () => {
  const lines = ['x-forwarded-for: 10.0.0.7'];
  assert.equal(
    isAsked({ noOtpRequiredForHeaderPattern: 'x-forwarded-for: 10\\..*' }, undefined, lines),
    false,
  );
  assert.equal(isAsked({ noOtpRequiredForHeaderPattern: '10' }, undefined, lines), true);
  assert.equal(isAsked({ noOtpRequiredForHeaderPattern: '(' }, undefined, lines), true);
  const force = { forceOtpForHeaderPattern: 'x-.*', defaultOtpOutcome: 'skip' };
  assert.equal(isAsked(force, undefined, lines), true);
  assert.equal(isAsked(force, undefined, []), false);
});
