import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EN_LABELS } from './en.ts';
import { EN_MESSAGES } from './en-messages.ts';
import { EN, PAGE_TEXTS, type PageTextKey } from './table.ts';

const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\d\}/g)].map(String).toSorted();

for (const [locale, texts] of Object.entries(PAGE_TEXTS)) {
  test(`no key is missing in ${locale}, and none has other placeholders than in English`, () => {
    assert.deepEqual(Object.keys(texts).toSorted(), Object.keys(EN).toSorted());
    for (const [key, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), '', key);
      assert.deepEqual(placeholders(text), placeholders(EN[key as PageTextKey]), key);
    }
  });

  test(`java.text.MessageFormat: no text of ${locale} quotes anything by accident`, () => {
    for (const [key, text] of Object.entries(texts)) {
      assert.ok((text.match(/'/g)?.length ?? 0) < 2, key);
      assert.doesNotMatch(text, /[<>&]/, key);
    }
  });
}

/** The sources that can use a text, without the texts themselves. */
function readSources(): string {
  const protocol = new URL('../../', import.meta.url);
  return ['broker', 'login', 'oauth', 'saml', 'http', 'realm', 'errors']
    .flatMap((room) =>
      readdirSync(new URL(`${room}/`, protocol), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${room}/${path}`,
      ),
    )
    .filter(
      (path) =>
        path.endsWith('.ts') &&
        !path.endsWith('.test.ts') &&
        !/login\/texts\/[a-z]{2}(-[a-z]+)?\.ts$/.test(path),
    )
    .map((path) => readFileSync(new URL(path, protocol), 'utf8'))
    .join('\n');
}

/** Texts that realm files and rules refer to by a key that is put together. */
const COMPOSED = /^(understudy\.policy\.|\w+ScopeConsentText$)/;

test('no text is unused: its key is in the sources, or its English text is the description of an error', () => {
  const sources = readSources();
  const isUsed = (key: string, text: string): boolean =>
    COMPOSED.test(key) ||
    [`'${key}'`, `EN.${key}`, `'${text}'`, `"${text}"`].some((part) => sources.includes(part));
  const unused = Object.entries({ ...EN_LABELS, ...EN_MESSAGES }).filter(([key, text]) => !isUsed(key, text));
  assert.deepEqual(unused, []);
});
