import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_TEXTS } from '#protocol/login/texts/table.ts';
import { ACCOUNT_TEXTS } from './table.ts';

/** `{{name}}`, and the tags around parts of a text. */
const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{\w+\}\}|<\/?\d>/g)].map(String).toSorted();

for (const [locale, texts] of Object.entries(ACCOUNT_TEXTS)) {
  test(`no key is missing in ${locale}, and none has other placeholders than in English`, () => {
    assert.deepEqual(Object.keys(texts).toSorted(), Object.keys(ACCOUNT_TEXTS.en).toSorted());
    for (const [key, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), '', key);
      const english: Readonly<Record<string, string>> = ACCOUNT_TEXTS.en;
      assert.deepEqual(placeholders(text), placeholders(english[key] ?? ''), key);
    }
  });

  test(`i18next: no text of ${locale} has a brace or a tag that is none of a placeholder`, () => {
    for (const [key, text] of Object.entries(texts))
      assert.doesNotMatch(text.replaceAll(/\{\{\w+\}\}|<\/?\d>/g, ''), /[{}<>]|\$t\(/, key);
  });
}

test('names of attributes are those of the pages in every language', () => {
  for (const [locale, texts] of Object.entries(ACCOUNT_TEXTS))
    for (const key of ['username', 'country', 'postal_code', 'doCancel'] as const)
      assert.equal(texts[key], PAGE_TEXTS[locale]?.[key], `${locale} ${key}`);
});

test('the account console has the languages of the pages', () => {
  assert.deepEqual(Object.keys(ACCOUNT_TEXTS).toSorted(), Object.keys(PAGE_TEXTS).toSorted());
});
