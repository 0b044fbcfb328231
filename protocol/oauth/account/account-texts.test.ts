import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '#protocol/realm/texts/languages.ts';
import { listAccountTexts } from './account-texts.ts';
import { ACCOUNT_TEXTS } from './texts/table.ts';

const list = (locale: string, more: object = {}) =>
  listAccountTexts({ stored: { id: 'r', realm: 'r', ...more } as never }, locale);

test('issue 18 "Account console": the texts are in the language, also in that of a region', () => {
  for (const locale of LANGUAGES) assert.deepEqual(list(locale), ACCOUNT_TEXTS[locale], locale);
  assert.deepEqual(list('de-AT'), ACCOUNT_TEXTS['de']);
  assert.deepEqual(list('pt-PT'), ACCOUNT_TEXTS['pt-BR']);
});

test('bad input: a language without texts is English', () => {
  for (const locale of ['xx', 'x'.repeat(1000), '__proto__', 'constructor', '', '-', 'toString-x'])
    assert.deepEqual(list(locale), ACCOUNT_TEXTS.en, locale.slice(0, 20));
});

test('Keycloak localization: texts of the realm come before ours by key in every language', () => {
  for (const locale of LANGUAGES) {
    const localizationTexts = { [locale]: { save: 'Own', own: 'More' } };
    const texts = list(locale, { localizationTexts });
    assert.deepEqual([texts['save'], texts['own']], ['Own', 'More'], locale);
    assert.equal(texts['cancel'], ACCOUNT_TEXTS[locale]?.cancel, locale);
  }
});

test('Keycloak localization: texts of the variant come before those of the language', () => {
  const localizationTexts = { de: { save: 'Sichern', cancel: 'Weg' }, 'de-AT': { save: 'Speichern!' } };
  const texts = list('de-AT', { localizationTexts });
  assert.deepEqual([texts['save'], texts['cancel']], ['Speichern!', 'Weg']);
  assert.equal(list('de', { localizationTexts })['save'], 'Sichern');
  assert.equal(list('en', { localizationTexts })['save'], 'Save');
});

test('localizationTexts: ours in the language come before those of the realm in another one', () => {
  const localizationTexts = { en: { save: 'Keep', own: 'Own' }, fr: { save: 'Garder', own: 'Propre' } };
  const german = list('de', { localizationTexts, defaultLocale: 'fr' });
  assert.deepEqual([german['save'], german['own']], ['Speichern', 'Propre']);
  const unknown = list('xx', { localizationTexts });
  assert.deepEqual([unknown['save'], unknown['own'], unknown['cancel']], ['Keep', 'Own', 'Cancel']);
});
