import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMessage } from './message-format.ts';

test('java.text.MessageFormat: placeholders, quoted texts and apostrophes', () => {
  const { text, problem } = formatMessage("It''s {1} and {0}, not '{0}'.", ['a', 'b']);
  assert.equal(text, "It's b and a, not {0}.");
  assert.equal(problem, undefined);
});

test('bad input: a broken placeholder is shown as it is, and named', () => {
  for (const [pattern, text] of [
    ['Link: {', 'Link: {'],
    ['Link: {link}', 'Link: {link}'],
    ['Link: {7}', 'Link: {7}'],
    ['{0', '{0'],
  ] as const) {
    const formatted = formatMessage(pattern, ['x']);
    assert.equal(formatted.text, text);
    assert.ok(formatted.problem);
  }
});

test('what a value contains is no pattern', () => {
  assert.equal(formatMessage('{0}', ["{1} '' {"]).text, "{1} '' {");
});
