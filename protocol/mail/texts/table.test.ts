import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAIL_TEXTS } from './table.ts';

const placeholders = (text = ''): readonly string[] => [...text.matchAll(/\{\d\}/g)].map(String).toSorted();
const english = Object.keys(MAIL_TEXTS.en).toSorted();

for (const [locale, texts] of Object.entries(MAIL_TEXTS))
  test(`no key is missing in ${locale}, and none has other placeholders than in English`, () => {
    assert.deepEqual(Object.keys(texts).toSorted(), english);
    for (const [key, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), '', key);
      assert.deepEqual(placeholders(text), placeholders(MAIL_TEXTS.en[key]), key);
    }
  });

test('the HTML of a text has its paragraphs, and the link as one', () => {
  const html = MAIL_TEXTS.en['passwordResetBodyHtml'] ?? '';
  assert.match(html, /^<p>A new password.*<\/p>\n<p><a href="\{0\}">\{0\}<\/a><\/p>\n<p>The link/);
});
