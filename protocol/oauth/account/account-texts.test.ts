import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_TEXTS } from './account-text-table.ts';
import { listAccountTexts } from './account-texts.ts';

const list = (locale: string, more: object = {}) =>
  listAccountTexts({ stored: { id: 'r', realm: 'r', ...more } as never }, locale);

test('Keycloak localization: the texts of the account console are in English in every language', () => {
  for (const locale of ['en', 'de', 'x'.repeat(1000), '__proto__', 'constructor', ''])
    assert.deepEqual(list(locale), ACCOUNT_TEXTS, locale.slice(0, 20));
});

test('Keycloak localization: texts of the realm come first, those of the variant before those of the language', () => {
  const localizationTexts = {
    en: { save: 'Keep' },
    fr: { save: 'Enregistrer', cancel: 'Annuler', own: 'Propre' },
    de: { save: 'Speichern' },
    'de-AT': { save: 'Sichern' },
  };
  assert.equal(list('en', { localizationTexts })['save'], 'Keep');
  assert.equal(list('de', { localizationTexts })['save'], 'Speichern');
  assert.equal(list('de-AT', { localizationTexts })['save'], 'Sichern');
  const inFrench = list('de', { localizationTexts, defaultLocale: 'fr' });
  assert.deepEqual(
    [inFrench['save'], inFrench['cancel'], inFrench['own']],
    ['Speichern', 'Annuler', 'Propre'],
  );
});
