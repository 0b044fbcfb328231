import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeProblem, effectiveControl, effectiveInputType, optionsWith } from './profile-values.ts';

test('Keycloak user profile: several values of an attribute for one are all shown', () => {
  for (const control of ['text', 'textarea', 'select', 'radios'] as const) {
    assert.equal(effectiveControl(control, ['a', 'b']), 'texts');
    assert.equal(effectiveControl(control, ['a']), control);
  }
  assert.equal(effectiveControl('checkboxes', ['a', 'b']), 'checkboxes');
});

for (const [type, value, expected] of [
  ['date', '2024-02-29', 'date'],
  ['date', '2/29/2024', 'text'],
  ['date', '', 'date'],
  ['number', '1.5', 'number'],
  ['number', '1,5', 'text'],
  ['month', '2024-02-01', 'text'],
  ['week', '2024-W07', 'week'],
  ['time', '7 pm', 'text'],
  ['datetime-local', '2024-02-29T07:30', 'datetime-local'],
  ['email', 'nobody', 'email'],
  ['constructor', 'x', 'constructor'],
] as const)
  test(`console "Users": the value "${value}" of an input of type ${type} is shown in one of type ${expected}`, () => {
    assert.equal(effectiveInputType(type, [value]), expected);
  });

test('console "Users": a value that is no option is shown as such and stays selected', () => {
  const options = [{ value: 's', label: 'Small' }];
  assert.deepEqual(optionsWith(options, ['s']), options);
  assert.deepEqual(optionsWith(options, ['xl']), [...options, { value: 'xl', label: 'xl (not an option)' }]);
});

for (const [problem, expected] of [
  ['A value is required.', 'A value is required.'],
  ['onlyDigits', 'Only digits, please.'],
  ['lost-key', 'This value is not valid (lost-key).'],
  ['constructor', 'This value is not valid (constructor).'],
] as const)
  test(`localizationTexts: the problem ${problem} reads "${expected}"`, () => {
    const texts = { localizationTexts: { en: { onlyDigits: 'Only digits, please.' } } };
    assert.equal(describeProblem(texts, problem), expected);
  });
