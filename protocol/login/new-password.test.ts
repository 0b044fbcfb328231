import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNewPasswordProblem, type NewPassword } from './new-password.ts';

const USER = { id: 'alice-id', username: 'alice' };
const problemOf = (changes: Partial<NewPassword>) =>
  findNewPasswordProblem({
    password: 'good-one',
    confirmed: 'good-one',
    policy: 'length(8)',
    user: USER,
    ...changes,
  });

test('a password that is entered twice and fits the policy has no problem, whatever its characters', () => {
  assert.equal(problemOf({}), undefined);
  for (const password of ['<b>markup</b>', 'nul\u0000 byte', 'x'.repeat(1024), ' spaces ar '])
    assert.equal(problemOf({ password, confirmed: password }), undefined);
});

for (const [name, changes, field, text] of [
  ['empty', { password: '', confirmed: '' }, 'password', /specify password/],
  ['blank', { password: ' ', confirmed: ' ' }, 'password', /specify password/],
  ['100,000 characters', { password: 'x'.repeat(100_000) }, 'password', /maximum length 1024/],
  ['different', { confirmed: 'good-two' }, 'confirmation', /don't match/],
  ['entered once', { confirmed: undefined }, 'confirmation', /don't match/],
  ['too short for the policy', { password: 'x', confirmed: 'x' }, 'password', /minimum length 8/],
] as const)
  test(`refused: a password that is ${name}, at the right field`, () => {
    const problem = problemOf(changes);
    assert.equal(problem?.field, field);
    assert.match(problem?.message.text ?? '', text);
  });
