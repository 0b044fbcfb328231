import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AdminError } from './admin-error.ts';
import { checkPasswordPolicy } from './password-policy.ts';

const ANN = { id: '1', username: 'ann', email: 'ann@example.test' };

function refusal(policy: string, password: string): unknown {
  try {
    checkPasswordPolicy(policy, password, ANN);
  } catch (error) {
    assert.ok(error instanceof AdminError);
    assert.equal(error.status, 400);
    return error.body;
  }
  return undefined;
}

test('realm-admin C2: a short password is refused in the words that clients know', () => {
  assert.deepEqual(refusal('length(8) and digits(1)', 'short'), {
    error: 'invalidPasswordMinLengthMessage',
    error_description: 'Invalid password: minimum length 8.',
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
  test(`realm-admin A2: "${policy}" refuses "${password}"`, () => {
    assert.ok(refusal(policy, password));
  });
}

test('realm-admin A2: policies about hashing and history, unknown ones and none let a password pass', () => {
  for (const policy of [
    'hashAlgorithm(argon2) and hashIterations(5)',
    'passwordHistory(3)',
    'constructor',
    '',
    'length(3)',
  ]) {
    assert.equal(refusal(policy, 'abc'), undefined);
  }
  checkPasswordPolicy(undefined, '', ANN);
});
