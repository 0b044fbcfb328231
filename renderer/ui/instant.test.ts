import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import * as DE from '../texts/de/index.ts';
import { showTables } from '../texts/text.ts';
import { formatInstant } from './instant.ts';

const instant = new Date(2026, 10, 22, 7, 14, 9, 987);

test('language: an instant is written 22 Nov 2026, 07:14:09', () => {
  assert.equal(formatInstant(instant.getTime()), '22 Nov 2026, 07:14:09');
  assert.equal(formatInstant(instant.toISOString()), '22 Nov 2026, 07:14:09');
  assert.equal(formatInstant(instant.getTime(), 'time'), '07:14:09');
});

test('language: each month has three letters, and midnight is 00:00:00', () => {
  const months = Array.from({ length: 12 }, (_, month) => formatInstant(new Date(2026, month, 1).getTime()));
  assert.deepEqual(
    months.map((text) => /^1 ([A-Z][a-z]{2}) 2026, 00:00:00$/.exec(text)?.[1]),
    ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  );
});

test('language: in German, an instant is written 22. Nov. 2026, 07:14:09, and longer months are shortened', async () => {
  await showTables('de', DE);
  try {
    assert.equal(formatInstant(instant.getTime()), '22. Nov. 2026, 07:14:09');
    assert.equal(formatInstant(instant.getTime(), 'time'), '07:14:09');
    assert.equal(formatInstant(new Date(2026, 8, 1).getTime()), '1. Sept. 2026, 00:00:00');
    assert.equal(formatInstant('soon'), '');
  } finally {
    await showTables('en');
  }
});

test('language: an invalid instant is an empty text', () => {
  for (const at of [Number.NaN, 8.64e15 + 1, 'soon', '']) {
    assert.equal(formatInstant(at), '');
    assert.equal(formatInstant(at, 'time'), '');
  }
});

test('language: no other file of the window writes dates', () => {
  const root = resolve(import.meta.dirname, '..');
  const others = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => {
    if (!/\.tsx?$/.test(path) || path.includes('.test.') || path === join('ui', 'instant.ts')) return false;
    const source = readFileSync(join(root, path), 'utf8');
    return /toLocale(Date|Time)?String\('en-GB'|toLocale(Date|Time)String|DateTimeFormat|\.getHours\(|\.getMonth\(/.test(
      source,
    );
  });
  assert.deepEqual(others, []);
});
