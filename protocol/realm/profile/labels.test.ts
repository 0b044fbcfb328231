// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRealm } from '../testing/realm.ts';
import { resolveText } from './labels.ts';

for (const [defaultLocale, expected] of [
  ['de', 'Telefon'],
  ['fr', 'Phone'],
] as const)
  test(`localizationTexts: with defaultLocale ${defaultLocale}, pages show ${expected}`, () => {
    const localizationTexts = { de: { phone: 'Telefon' }, en: { phone: 'Phone' } };
    assert.equal(resolveText(testRealm({ defaultLocale, localizationTexts }), '${phone}'), expected);
  });
