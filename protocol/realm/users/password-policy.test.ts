import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPasswordFault, passwordLifetimeDays } from './password-policy.ts';

const ANN = { id: '1', username: 'ann', email: 'ann@example.test' };

const refusal = (policy: string | undefined, password: string) => findPasswordFault(policy, password, ANN);

test("realm-admin C2: a short password is rejected with Keycloak's message", () => {
  assert.deepEqual(refusal('length(8) and digits(1)', 'short'), {
    code: 'invalidPasswordMinLengthMessage',
    message: 'Invalid password: minimum length 8.',
  });
});

for (const [policy, password] of [
  ['maxLength(3)', 'four'],
  ['digits(2)', 'only1'],
  ['lowerCase', 'LOUD'],
  ['upperCase(undefined)', 'quiet'],
  ['specialChars(1)', 'plain1'],
  ['notUsername(undefined)', 'Ann'],
  ['notEmail', 'ann@example.test'],
  ['hashIterations(5) and length(4)', 'abc'],
] as const) {
  test(`realm-admin A2: "${policy}" rejects "${password}"`, () => {
    assert.ok(refusal(policy, password));
  });
}

test('realm-admin A2: policies about hashing and history, unknown ones and a missing policy accept any password', () => {
  for (const policy of [
    'hashAlgorithm(argon2) and hashIterations(5)',
    'passwordHistory(3)',
    'constructor',
    '',
    'length(3)',
  ]) {
    assert.equal(refusal(policy, 'abc'), undefined);
  }
  assert.equal(refusal(undefined, ''), undefined);
});

test('realm-admin A2: forceExpiredPasswordChange sets the days until a password expires', () => {
  assert.equal(passwordLifetimeDays('length(8) and forceExpiredPasswordChange(30)'), 30);
  assert.equal(passwordLifetimeDays('forceExpiredPasswordChange(undefined)'), 365);
  for (const policy of [undefined, '', 'length(8)', 'forceExpiredPasswordChange(soon)']) {
    assert.equal(passwordLifetimeDays(policy), undefined);
  }
});
