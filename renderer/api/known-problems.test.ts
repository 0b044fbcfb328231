import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainProblem } from './known-problems.ts';

test('problems of the admin API: a taken name is shown at its field, whatever the name', () => {
  const taken = { field: 'name', message: 'Another role has this name.' };
  for (const name of ['boss', 'a/b "c"', 'already exists', 'two\nlines'])
    assert.deepEqual(explainProblem({ message: `Role with name ${name} already exists` }), taken);
  assert.equal(explainProblem({ message: 'User exists with same email' }).field, 'email');
});

test('problems of the admin API: an unknown message stays as it is, with its field', () => {
  for (const problem of [
    { message: 'Group with name boss already exists' },
    { field: 'name', message: 'too long' },
  ])
    assert.deepEqual(explainProblem(problem), problem);
});

for (const [message, params, expected] of [
  ['error-invalid-length', ['a', '3', '9'], 'Enter 3 to 9 characters.'],
  ['error-invalid-length', ['a', '3'], 'This value is too short or too long.'],
  ['error-invalid-length-too-short', ['a', '3'], 'Enter at least 3 characters.'],
  ['error-invalid-length-too-long', ['a', '9'], 'Enter at most 9 characters.'],
  ['error-number-out-of-range', ['a', '1', '5'], 'Enter a number from 1 to 5.'],
  ['error-number-out-of-range-too-small', ['a', '1'], 'Enter a number of at least 1.'],
  ['error-number-out-of-range-too-big', ['a'], 'This number is too large.'],
  ['error-pattern-no-match', ['a', '[0-9]+'], 'This value does not match the pattern [0-9]+.'],
  ['error-invalid-multivalued-size', ['a', '2', ''], 'Enter at least 2 values.'],
  ['error-invalid-multivalued-size', ['a', '0', '1'], 'Enter only one value.'],
  ['error-invalid-multivalued-size', ['a', '2', '3'], 'Enter 2 to 3 values.'],
  ['Room is taken.', ['a', '1'], 'Room is taken.'],
] as const)
  test(`Keycloak user profile: ${message} with ${params.join()} says what is accepted`, () => {
    assert.equal(explainProblem({ field: 'a', message, params }).message, expected);
  });
