import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesPattern } from './match-pattern.ts';

test('a pattern matches a value as a whole', () => {
  assert.equal(matchesPattern('a.c', 'abc'), true);
  assert.equal(matchesPattern('a|b', 'b'), true);
  assert.equal(matchesPattern('b', 'abc'), false);
  assert.equal(matchesPattern('a|b', 'ab'), false);
});

test('bad input: a broken pattern, or a value that is too long, matches nothing', () => {
  assert.equal(matchesPattern('(', '('), false);
  assert.equal(matchesPattern('.*', 'x'.repeat(513)), false);
});
