import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitMatches } from './split-matches.ts';

const marked = (text: string, search: string): string =>
  splitMatches(text, search)
    .map(({ text: piece, matches }) => (matches ? `[${piece}]` : piece))
    .join('');

test('console "Logs": every match is marked, regardless of case, as it is written', () => {
  assert.equal(marked('Token issued: token', 'TOKEN'), '[Token] issued: [token]');
  assert.equal(marked('aaa', 'aa'), '[aa]a');
  assert.equal(marked('whole', 'whole'), '[whole]');
});

test('console "Logs": special characters of regular expressions are literal', () => {
  assert.equal(marked('a.*b [x] (y)', '.*'), 'a[.*]b [x] (y)');
  assert.equal(marked('<b>', '<b'), '[<b]>');
});

test('console "Logs": no search and no match mark nothing', () => {
  assert.equal(marked('text', '  '), 'text');
  assert.equal(marked('text', 'other'), 'text');
  assert.equal(marked('', 'x'), '');
});

test('console "Logs": letters whose length changes with their case do not shift the marks', () => {
  assert.equal(marked('İstanbul token', 'token'), 'İstanbul token');
});
