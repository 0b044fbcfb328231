// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotationText, listProfileOptions, profileInputType, resolveProfileText } from './profile-input.ts';

const realm = {
  defaultLocale: 'de',
  localizationTexts: {
    de: { phone: 'Telefon', 'size.s': 'Klein' },
    en: { phone: 'Phone', mail: 'Mail' },
  },
};

for (const [text, expected] of [
  ['Badge', 'Badge'],
  ['${firstName}', 'First name'],
  ['${phone}', 'Telefon'],
  ['${mail}', 'Mail'],
  ['${unknown}', 'unknown'],
  ['${constructor}', 'constructor'],
  ['a ${phone}', 'a ${phone}'],
] as const)
  test(`localizationTexts: the profile text ${text} is shown as "${expected}"`, () => {
    assert.equal(resolveProfileText(realm, text), expected);
  });

for (const [annotations, expected] of [
  [undefined, ''],
  [{}, ''],
  [{ a: 'x' }, 'x'],
  [{ a: 7 }, '7'],
  [{ a: null }, ''],
  [{ a: ['x'] }, ''],
] as const)
  test(`Keycloak user profile: the annotation in ${JSON.stringify(annotations)} is "${expected}"`, () => {
    assert.equal(annotationText(annotations, 'a'), expected);
  });

for (const [name, inputType, expected] of [
  ['a', 'html5-date', 'date'],
  ['a', 'html5-email', 'email'],
  ['email', '', 'email'],
  ['a', 'html5-password', 'text'],
  ['a', 'html5-"><script>', 'text'],
  ['a', 'date', 'text'],
  ['constructor', 'constructor', 'text'],
] as const)
  test(`Keycloak user profile: ${name} with inputType "${inputType}" is an input of type ${expected}`, () => {
    assert.equal(profileInputType(name, { inputType }), expected);
  });

const OPTIONS = { options: { options: ['s', 'm', 1] }, mine: { options: ['x'] } };

for (const [what, annotations, validations, expected] of [
  ['none without a validator', undefined, {}, []],
  ['none of a validator whose options are no list', undefined, { options: { options: 's' } }, []],
  ['their values without labels', undefined, OPTIONS, ['s s', 'm m', '1 1']],
  [
    'labels by value',
    { inputOptionLabels: { s: 'Small', m: '${phone}', toString: 'x' } },
    OPTIONS,
    ['s Small', 'm Telefon', '1 1'],
  ],
  ['labels that are no object', { inputOptionLabels: 'Small' }, OPTIONS, ['s s', 'm m', '1 1']],
  ['labels by prefix', { inputOptionLabelsI18nPrefix: 'size' }, OPTIONS, ['s Klein', 'm size.m', '1 size.1']],
  ['those of another validator', { inputOptionsFromValidation: 'mine' }, OPTIONS, ['x x']],
  [
    'those of validator options if the other is missing',
    { inputOptionsFromValidation: 'gone' },
    OPTIONS,
    ['s s', 'm m', '1 1'],
  ],
] as const)
  test(`Keycloak user profile: options are ${what}`, () => {
    assert.deepEqual(
      listProfileOptions((text) => resolveProfileText(realm, text), annotations, validations).map(
        ({ value, label }) => `${value} ${label}`,
      ),
      expected,
    );
  });
