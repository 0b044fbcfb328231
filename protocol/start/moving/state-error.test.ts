import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPORT_AGAIN, stateError } from './state-error.ts';

test('the refusal of a state file names file, line, problem and remedy, and ends the command with code 1', () => {
  const error = stateError('/a/shop-state.jsonl', 3, 'a user has no id', EXPORT_AGAIN);
  assert.match(
    error.toLine(),
    /^import-realm: \/a\/shop-state\.jsonl:3: a user has no id\. Copy the file again/,
  );
  assert.equal(error.exitCode, 1);
  assert.match(stateError('/a', undefined, 'x', 'Y.').toLine(), /^import-realm: \/a: x\. Y\.$/);
});
