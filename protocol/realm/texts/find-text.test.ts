import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { findText } from './find-text.ts';

const TABLE = {
  en: { hello: 'Hello {0}', bye: 'Bye' },
  de: { hello: 'Hallo {0}' },
};

function find(
  key: string,
  locale: string,
  realm: Partial<RealmRepresentation> = {},
  values: readonly string[] = ['Ann'],
) {
  const stored = { id: 'r', realm: 'r', ...realm } as never;
  return findText({ realm: { stored }, locale, table: TABLE }, key, values);
}

test('our texts: the language, its parent, English', () => {
  assert.equal(find('hello', 'de').text, 'Hallo Ann');
  assert.equal(find('hello', 'de-AT').text, 'Hallo Ann');
  assert.equal(find('bye', 'de').text, 'Bye');
  for (const locale of ['fr', '', '__proto__', 'x'.repeat(10_000)])
    assert.equal(find('hello', locale).text, 'Hello Ann', locale.slice(0, 20));
});

test('localizationTexts: the language first, and for what it lacks the realm’s default one', () => {
  const localizationTexts = { de: { hello: 'Servus {0}' }, fr: { hello: 'Salut {0}', bye: 'Adieu' } };
  const realm = { localizationTexts, defaultLocale: 'fr' };
  assert.equal(find('hello', 'de', realm).text, 'Servus Ann');
  assert.equal(find('hello', 'de-AT', realm).text, 'Servus Ann');
  assert.equal(find('bye', 'de', realm).text, 'Adieu');
  assert.equal(find('hello', 'es', realm).text, 'Salut Ann');
  assert.equal(
    find('hello', 'de', { ...realm, localizationTexts: { fr: { hello: 'Salut {0}' } } }).text,
    'Hallo Ann',
  );
});

test('localizationTexts: English texts of the realm come before ours in English, and after ours in the language', () => {
  const realm = { localizationTexts: { en: { hello: 'Hi {0}' } }, defaultLocale: 'de' };
  assert.equal(find('hello', 'de', realm).text, 'Hallo Ann');
  assert.equal(find('hello', 'fr', { ...realm, defaultLocale: 'fr' }).text, 'Hi Ann');
});

for (const broken of ['{5}', '\u0024{unknown}', '{0', '{', 'x } y', '{0,number', '{__proto__}'])
  test(`bad input: a text of the realm with ${broken} falls back, and is named with its language`, () => {
    const localizationTexts = { de: { hello: `Oh ${broken}` } };
    const { text, problems } = find('hello', 'de', { localizationTexts });
    assert.equal(text, 'Hallo Ann');
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', /^Text hello of language de is broken: .*localizationTexts\.de\.hello/);
  });

test('bad input: each broken text on the way is named once', () => {
  const localizationTexts = { de: { bye: '{9}' }, en: { bye: '{8}' } };
  const { text, problems } = find('bye', 'de', { localizationTexts, defaultLocale: 'en' });
  assert.equal(text, 'Bye');
  assert.deepEqual(
    problems.map((problem) => /language (\w+)/.exec(problem)?.[1]),
    ['de', 'en'],
  );
});

test('a key without a text is none, whatever its name', () => {
  for (const key of ['nothing', 'toString', '__proto__']) assert.equal(find(key, 'de').text, undefined);
});
