import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPTION_TABLES } from '../../texts/de/options.ts';
import { showOptions } from '../../texts/option-text.ts';
import { findSettings } from './find-settings.ts';
import { testSetting } from './test-setting.ts';

const rows = [
  testSetting(),
  testSetting({ key: 'data-dir', section: 'Files', help: 'Where realms are kept.', value: './mine' }),
  testSetting({
    key: 'log-console-output',
    section: 'Logging',
    origin: 'environment',
    choices: [{ value: 'json', help: 'One object a line.' }],
  }),
];
const found = (search: string) =>
  findSettings(rows, search).flatMap(({ settings }) => settings.map(({ key }) => key));

test('console "Settings": without a search every option is listed in its section, in the server\'s order', () => {
  assert.deepEqual(
    findSettings(rows, ' ').map(({ title, settings }) => [title, settings.length]),
    [
      ['Address', 1],
      ['Files', 1],
      ['Logging', 1],
    ],
  );
});

test('console "Settings": the search finds key, help, value, origin and choices, regardless of case', () => {
  assert.deepEqual(found('HTTP-P'), ['http-port']);
  assert.deepEqual(found('realms'), ['data-dir']);
  assert.deepEqual(found('./mine'), ['data-dir']);
  assert.deepEqual(found('environment'), ['log-console-output']);
  assert.deepEqual(found('json'), ['log-console-output']);
});

test('console "Settings": every word must match; a section without options is omitted', () => {
  assert.deepEqual(found('log json'), ['log-console-output']);
  assert.deepEqual(found('http json'), []);
  assert.deepEqual(findSettings(rows, 'nothing'), []);
});

test('issue 18 "Console in languages": the search finds the texts of the shown language, and keys in any', () => {
  showOptions(OPTION_TABLES);
  try {
    assert.deepEqual(found('ordner realms'), ['data-dir']);
    assert.deepEqual(found('json-objekt'), ['log-console-output']);
    assert.deepEqual(found('http-p'), ['http-port']);
    assert.deepEqual(found('where'), []);
  } finally {
    showOptions(undefined);
  }
});
