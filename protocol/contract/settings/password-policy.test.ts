import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEPT_PASSWORD_RULES, listUnsupportedPolicies, PASSWORD_RULES } from './password-policy.ts';

for (const [policy, ...expected] of [
  ['length(8) and digits(1) and notUsername(undefined)'],
  ['length(8) and passwordHistory(3) and hashIterations(5)', 'passwordHistory(3)', 'hashIterations(5)'],
  ['passwordBlacklist(quebec.txt)', 'passwordBlacklist(quebec.txt)'],
  ['regexPattern(^a(b|c) and d$)', 'regexPattern(^a(b|c)', 'd$)'],
  ['constructor', 'constructor'],
  ['acmeRule(1)', 'acmeRule(1)'],
  [''],
  [' and '],
] as const)
  test(`import report: of the password policy “${policy}”, ${expected.length} rules are not checked`, () => {
    assert.deepEqual(
      listUnsupportedPolicies(policy).map(({ value }) => value),
      expected,
    );
  });

test('import report: a policy that is no text has no rules', () => {
  assert.deepEqual(listUnsupportedPolicies(['length(8)']), []);
});

test('house 2a: a rule either acts or is kept', () => {
  assert.deepEqual(
    Object.keys(PASSWORD_RULES).filter((name) => Object.hasOwn(KEPT_PASSWORD_RULES, name)),
    [],
  );
});
