import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields, readFields } from '../../../ui/field.ts';
import { flattenValidations, validatorFields, writeValidations } from './validator-fields.ts';

const valuesOf = (validations: Record<string, Record<string, unknown>>) => ({
  ...readFields(validatorFields(), flattenValidations(validations)),
  validations: Object.keys(validations),
});

for (const validations of [
  {},
  { length: { min: 3, max: 9 } },
  { length: { max: 9, 'trim-disabled': true } },
  { integer: { min: -5 } },
  { double: { min: 1.5 } },
  { pattern: { pattern: '[a-z]+', 'error-message': 'lower' } },
  { email: { 'max-local-length': 9 } },
  { uri: { allowedSchemes: ['ftp'], allowFragment: false } },
  { options: { options: ['a', 'b##c'] } },
  { multivalued: { max: 3 }, 'iso-date': {} },
  { 'vat-number': { country: 'de' }, length: { own: 1 } },
] as const)
  test(`Keycloak user profile: ${JSON.stringify(validations)} comes back as it was`, () => {
    assert.deepEqual(writeValidations(validations, valuesOf(validations)), validations);
  });

test('Keycloak user profile: settings that are usual, empty or of a removed validator are left out', () => {
  const values = {
    ...valuesOf({ length: { min: 3, 'trim-disabled': false }, pattern: { pattern: 'x' } }),
    validations: ['length'],
    'length.min': ' ',
  };
  assert.deepEqual(writeValidations({ length: { min: 3 } }, values), { length: {} });
});

for (const [member, value] of [
  ['length.min', 'many'],
  ['integer.max', '1.5'],
  ['double.min', '1,5'],
] as const)
  test(`bad input: ${value} for ${member} is a problem, unless its validator is not selected`, () => {
    const values = { ...valuesOf({}), [member]: value };
    assert.deepEqual(checkFields(validatorFields(), values), {});
    const selected = { ...values, validations: [member.replace(/\..*/, '')] };
    assert.deepEqual(Object.keys(checkFields(validatorFields(), selected)), [member]);
  });
