import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLanguage, parseNoArguments, parseSaveTextFile, parseUrlArgument } from './parse-arguments.ts';

const refusedNames = ['', '../x', 'a/b', 'a\\b', '.hidden', 'x'.repeat(200), 7, undefined, 'a\0'];
for (const name of refusedNames) {
  test(`save-text-file rejects the name ${JSON.stringify(name)}`, () => {
    assert.throws(() => parseSaveTextFile([name, 'text']), TypeError);
  });
}

test('save-text-file accepts a plain file name and a string', () => {
  assert.deepEqual(parseSaveTextFile(['flow 1.json', '{}']), ['flow 1.json', '{}']);
  for (const text of [undefined, 1, {}, Buffer.from('x')])
    assert.throws(() => parseSaveTextFile(['a.json', text]), TypeError);
});

test('open-in-browser accepts exactly one string', () => {
  assert.deepEqual(parseUrlArgument(['http://a']), ['http://a']);
  for (const args of [[], [1], ['a', 'b'], ['x'.repeat(9000)]])
    assert.throws(() => parseUrlArgument(args), TypeError);
});

test('show-data-folder accepts no arguments', () => {
  assert.deepEqual(parseNoArguments([]), []);
  assert.throws(() => parseNoArguments([1]), TypeError);
});

test('show-language accepts exactly one language of the desktop', () => {
  assert.deepEqual(parseLanguage(['en']), ['en']);
  assert.deepEqual(parseLanguage(['de']), ['de']);
  for (const args of [[], ['fr'], ['DE'], ['de-DE'], ['toString'], [undefined], [['de']], [0], ['de', 'en']])
    assert.throws(
      () => parseLanguage(args),
      /^TypeError: language must be one of en, de$/,
      JSON.stringify(args),
    );
});
