import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordLevel } from '#protocol/contract/log-levels.ts';
import { parseLevelList } from '#protocol/contract/log-levels.ts';
import { createRootLogger } from './create-logger.ts';

function collect(levelText: string) {
  const lines: { text: string; level: RecordLevel }[] = [];
  const levels = parseLevelList(levelText);
  assert.ok(levels);
  const root = createRootLogger({ levels, write: (text, level) => lines.push({ text, level }) });
  return { root, lines };
}

test('service description §2.3: a record is one line with time, level, category and message', () => {
  const { root, lines } = collect('info');
  root.child('server').info('Listening on: http://127.0.0.1:8080', { realm: 'demo' });
  assert.match(
    lines[0]?.text ?? '',
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} INFO {2}\[server\] Listening on: http:\/\/127\.0\.0\.1:8080 realm=demo\n$/,
  );
});

test('a record below the level of its category is not written', () => {
  const { root, lines } = collect('warn,oauth:debug');
  root.child('http').info('not this');
  root.child('oauth').child('grants').debug('but this');
  assert.equal(lines.length, 1);
  assert.equal(root.child('http').isEnabled('INFO'), false);
  assert.equal(root.child('oauth').isEnabled('DEBUG'), true);
});

test('a line break in a message or a value cannot forge a second record', () => {
  const { root, lines } = collect('info');
  root.info('one\ntwo', { user: 'eve\n2026-01-01 ERROR' });
  assert.equal(lines[0]?.text.trimEnd().split('\n').length, 1);
});

test('the stack of an error follows its record', () => {
  const { root, lines } = collect('info');
  root.error('failed', {}, new Error('boom'));
  assert.match(lines[0]?.text ?? '', /failed\nError: boom\n {4}at /);
  assert.equal(lines[0]?.level, 'ERROR');
});

test('a logger without a category writes under "server"', () => {
  const { root, lines } = collect('info');
  root.info('hello');
  assert.match(lines[0]?.text ?? '', /\[server\]/);
});
