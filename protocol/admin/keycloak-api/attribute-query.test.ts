import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAttributeQuery } from './attribute-query.ts';

const ATTRIBUTES = { team: ['red', 'blue'], 'job title': ['Head of "IT"', 'two words'], empty: [] };

for (const [query, expected] of [
  ['', true],
  ['nothing to read', true],
  ['team:blue', true],
  ['team:red "job title":"two words"', true],
  ['team:red team:green', false],
  ['team:re', false],
  ['Team:red', false],
  ['empty:x', false],
  ['constructor:x', false],
  ['other:x', false],
] as const)
  test(`Keycloak: q=${query} ${expected ? 'matches' : 'does not match'}`, () => {
    assert.equal(readAttributeQuery(query)(ATTRIBUTES), expected);
  });

test('bad input: something without attributes matches no condition, and the 17th condition is passed over', () => {
  assert.equal(readAttributeQuery('a:b')(undefined), false);
  assert.equal(readAttributeQuery(`${'team:red '.repeat(16)}team:green`)(ATTRIBUTES), true);
});
