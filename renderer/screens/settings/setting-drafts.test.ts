import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, savedText, shownText, TAKEN_OUT } from './setting-drafts.ts';
import { testSetting } from './test-setting.ts';

test('console "Settings": a field shows the saved value, even before the restart', () => {
  assert.equal(savedText(testSetting()), '8080');
  assert.equal(savedText(testSetting({ pending: '9090' })), '9090');
  assert.equal(shownText(testSetting({ pending: '9090' }), '9191'), '9191');
});

test('console "Settings": a secret is never shown in its field', () => {
  const secret = testSetting({ secret: true, value: '••••', pending: '••••' });
  assert.equal(savedText(secret), '');
  assert.equal(shownText(secret, TAKEN_OUT), '');
});

test('console "Settings": a removed key shows its default and is written as null', () => {
  const setting = testSetting({ value: '9090', origin: 'file', inFile: true });
  assert.equal(shownText(setting, TAKEN_OUT), '8080');
  assert.deepEqual(changesOf([setting], { 'http-port': TAKEN_OUT }), { 'http-port': null });
});

test('console "Settings": only what was changed is written', () => {
  const rows = [testSetting(), testSetting({ key: 'https-port', value: '' })];
  assert.deepEqual(changesOf(rows, {}), {});
  assert.deepEqual(changesOf(rows, { 'https-port': ' 8443 ' }), { 'https-port': '8443' });
});

test('console "Settings": an empty text removes the key from the file', () => {
  assert.deepEqual(changesOf([testSetting()], { 'http-port': '  ' }), { 'http-port': null });
});

test('service description §2.3: spaces of a pattern are kept', () => {
  const pattern = testSetting({ key: 'log-console-format', type: 'pattern' });
  assert.deepEqual(changesOf([pattern], { 'log-console-format': '%s%e%n ' }), {
    'log-console-format': '%s%e%n ',
  });
});

test('console "Settings": options set on the command line or in the environment are never written', () => {
  const fixed = testSetting({ editable: false, origin: 'command line' });
  assert.deepEqual(changesOf([fixed], { 'http-port': '9090' }), {});
});
