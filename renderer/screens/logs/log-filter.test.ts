import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogLineWire } from '#protocol/contract/logs.ts';
import { ANY_LINE, categoriesOf, filterLines, readFilter } from './log-filter.ts';

function line(part: Partial<LogLineWire>): LogLineWire {
  return {
    sequence: 1,
    at: '2026-01-01T00:00:00.000Z',
    level: 'INFO',
    category: 'understudy',
    message: 'said',
    thread: 'main',
    mdc: {},
    ...part,
  };
}
const all: readonly LogLineWire[] = [
  line({ level: 'FATAL', category: 'understudy' }),
  line({ level: 'WARN', category: 'understudy.oauth', message: 'Refused' }),
  line({ level: 'DEBUG', category: 'understudy.oauth.token', mdc: { client: 'demo-web' } }),
  line({ level: 'TRACE', category: 'understudy.oauthx', error: 'TypeError: broken\n  at one' }),
];
const fits = (part: Partial<typeof ANY_LINE>) =>
  filterLines(all, { ...ANY_LINE, ...part }).map((found) => all.indexOf(found));

test('service description §2.3: a level includes more severe levels', () => {
  assert.deepEqual(fits({ level: 'WARN' }), [0, 1]);
  assert.deepEqual(fits({ level: 'FATAL' }), [0]);
  assert.deepEqual(fits({ level: 'TRACE' }), [0, 1, 2, 3]);
});

test('service description §2.3: a category includes its sub-categories, but not others with the same beginning', () => {
  assert.deepEqual(fits({ category: 'understudy.oauth' }), [1, 2]);
  assert.deepEqual(fits({ category: 'understudy.oauth.token' }), [2]);
  assert.deepEqual(fits({ category: 'oauth' }), []);
});

test('console "Logs": the search finds message, category, error and context, regardless of case', () => {
  assert.deepEqual(fits({ text: 'refused' }), [1]);
  assert.deepEqual(fits({ text: ' DEMO-WEB ' }), [2]);
  assert.deepEqual(fits({ text: 'typeerror' }), [3]);
  assert.deepEqual(fits({ text: 'oauthx' }), [3]);
  assert.deepEqual(fits({ text: 'nowhere' }), []);
});

test('console "Logs": filters are combined', () => {
  assert.deepEqual(fits({ level: 'WARN', category: 'understudy.oauth', text: 'ref' }), [1]);
  assert.deepEqual(fits({ level: 'FATAL', category: 'understudy.oauth' }), []);
});

test('console "Logs": without a filter the lines are not copied', () => {
  assert.equal(filterLines(all, ANY_LINE), all);
});

test('console "Logs": categories are listed with their parents, and the selected one is kept', () => {
  assert.deepEqual(categoriesOf([line({ category: 'a.b.c' }), line({ category: 'a' })], ['z', '']), [
    'a',
    'a.b',
    'a.b.c',
    'z',
  ]);
  assert.deepEqual(categoriesOf([]), []);
});

test('console "Logs": a URL opens the screen with a filter; an unknown level is ignored', () => {
  assert.deepEqual(readFilter({ level: 'warn', category: 'a.b', text: 'x' }), {
    level: 'WARN',
    category: 'a.b',
    text: 'x',
  });
  assert.deepEqual(readFilter({ ...ANY_LINE, level: 'loud' }), ANY_LINE);
});
