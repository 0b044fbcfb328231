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
