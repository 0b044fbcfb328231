import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { STAND_IN_TEXTS } from './stand-in-texts.ts';
import { PAGE_TEXTS } from './table.ts';

const ENGLISH: Readonly<Record<string, string>> = STAND_IN_TEXTS.en;

test('the page of a stand-in is translated into every language of the pages', () => {
  for (const [language, texts] of Object.entries(STAND_IN_TEXTS)) {
    assert.deepEqual(Object.keys(texts), Object.keys(ENGLISH), language);
    for (const [key, text] of Object.entries(texts)) {
      assert.equal((PAGE_TEXTS[language] as Readonly<Record<string, string>>)[key], text);
      if (language !== 'en') assert.notEqual(text, ENGLISH[key], `${language}: ${key}`);
    }
  }
});

test('no text of the page of a stand-in is unused', () => {
  const room = new URL('../../stand-ins/', import.meta.url);
  const sources = readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(new URL(path, room), 'utf8'))
    .join('\n');
  for (const key of Object.keys(ENGLISH)) assert.ok(sources.includes(`'${key}'`), key);
});
