import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandError, UsageError } from './command-error.ts';

test('a wrong command line and a failed command are told apart, with their causes', () => {
  const cause = new TypeError('reason');
  const failure = new CommandError('it failed', { cause });
  assert.deepEqual([failure.name, failure.cause], ['CommandError', cause]);
  assert.equal(new UsageError('wrong') instanceof CommandError, false);
  assert.equal(failure instanceof UsageError, false);
});
