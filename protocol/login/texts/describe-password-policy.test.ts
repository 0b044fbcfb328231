import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGLISH } from '../testing/page-texts.ts';
import { describePasswordPolicy } from './describe-password-policy.ts';

for (const [policy, expected] of [
  [
    'length(12) and digits(1) and specialChars(2)',
    'At least 12 characters, at least 1 digit, at least 2 special characters.',
  ],
  ['length and maxLength(undefined)', 'At least 8 characters, at most 64 characters.'],
  ['upperCase(1) and lowerCase(2)', 'At least 1 upper-case letter, at least 2 lower-case letters.'],
  ['notUsername and notEmail', 'Not the username, not the email address.'],
  ['hashIterations(5) and passwordHistory(3) and constructor', undefined],
  [undefined, undefined],
] as const)
  test(`the policy "${policy}" is explained before a password is entered`, () => {
    assert.equal(describePasswordPolicy(ENGLISH, policy), expected);
  });
