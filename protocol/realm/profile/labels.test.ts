// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRealm } from '../testing/realm.ts';
import { resolveText } from './labels.ts';

const realm = testRealm({
  defaultLocale: 'de',
  localizationTexts: { de: { phone: 'Telefon' }, en: { phone: 'Phone', mail: 'Mail' } },
});

for (const [text, expected] of [
  ['Badge', 'Badge'],
  ['${firstName}', 'First name'],
  ['${phone}', 'Telefon'],
  ['${mail}', 'Mail'],
  ['${unknown}', 'unknown'],
  ['${constructor}', 'constructor'],
  ['a ${phone}', 'a ${phone}'],
] as const)
  test(`localizationTexts: the label ${text} is shown as "${expected}"`, () => {
    assert.equal(resolveText(realm, text), expected);
  });
