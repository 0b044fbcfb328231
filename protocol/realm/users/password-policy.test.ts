import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findPasswordFault,
  listPasswordRules,
  passwordLifetimeDays,
  passwordMaxAuthAge,
} from './password-policy.ts';

const ANN = { id: '1', username: 'ann', email: 'ann@example.test' };

const refusal = (policy: string | undefined, password: string) => findPasswordFault(policy, password, ANN);

test("realm-admin C2: a short password is rejected with Keycloak's message", () => {
  assert.deepEqual(refusal('length(8) and digits(1)', 'short'), {
    code: 'invalidPasswordMinLengthMessage',
    params: ['8'],
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

test('Keycloak maxAuthAge: a number of seconds; anything else counts as missing', () => {
  assert.equal(passwordMaxAuthAge('length(8) and maxAuthAge(60)'), 60);
  assert.equal(passwordMaxAuthAge('maxAuthAge(0)'), 0);
  for (const policy of [undefined, '', 'length(8)', 'maxAuthAge', 'maxAuthAge(-1)', 'maxAuthAge(soon)'])
    assert.equal(passwordMaxAuthAge(policy), undefined);
});

test('a rule without an argument has that of Keycloak; rules that check nothing are left out', () => {
  assert.deepEqual(
    listPasswordRules('length and upperCase(2) and notEmail and hashIterations(5) and constructor'),
    [
      { rule: 'length', argument: '8' },
      { rule: 'upperCase', argument: '2' },
      { rule: 'notEmail', argument: '' },
    ],
  );
  assert.deepEqual(listPasswordRules(undefined), []);
});
