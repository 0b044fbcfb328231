import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCount, checkValue, MAX_VALUE_LENGTH } from './validators.ts';

const OPTIONS = { options: ['a', 'b'] };

/** Validator, its settings, values that pass, and values that do not with the message key and its parameters. */
const CASES: readonly (readonly [
  name: string,
  config: Readonly<Record<string, unknown>>,
  valid: readonly string[],
  invalid: Readonly<Record<string, string>>,
])[] = [
  [
    'length',
    { min: 2, max: 3 },
    ['ab', 'abc', ' ab '],
    { a: 'error-invalid-length 2 3', abcd: 'error-invalid-length 2 3' },
  ],
  ['length', { min: '2' }, ['ab'], { a: 'error-invalid-length-too-short 2' }],
  ['length', { max: '3' }, ['abc', '👍👍👍'], { abcd: 'error-invalid-length-too-long 3' }],
  ['length', { max: 3, 'trim-disabled': true }, ['abc'], { ' abc ': 'error-invalid-length-too-long 3' }],
  ['length', { min: 'x', max: null }, ['a', 'abcd'], {}],
  ['integer', {}, ['1', '-7', '+3'], { '1.5': 'error-invalid-number', x: 'error-invalid-number' }],
  [
    'integer',
    { min: 1, max: 5 },
    ['1', '5'],
    { 0: 'error-number-out-of-range 1 5', 6: 'error-number-out-of-range 1 5' },
  ],
  ['integer', { min: 1 }, ['9'], { 0: 'error-number-out-of-range-too-small 1' }],
  ['integer', { max: 1 }, ['-9'], { 2: 'error-number-out-of-range-too-big 1' }],
  ['double', {}, ['1.5', '.5', '-1e3'], { '1,5': 'error-invalid-number' }],
  [
    'pattern',
    { pattern: '[a-z]+' },
    ['abc'],
    { abc1: 'error-pattern-no-match [a-z]+', '1abc': 'error-pattern-no-match [a-z]+' },
  ],
  [
    'pattern',
    { pattern: '\\d', 'error-message': 'One digit, please.' },
    ['1'],
    { a: 'One digit, please. \\d' },
  ],
  ['pattern', { pattern: '(' }, ['what JavaScript cannot read passes'], {}],
  ['email', {}, ['a@b.test'], { nobody: 'error-invalid-email', 'a b@c.test': 'error-invalid-email' }],
  ['email', { 'max-local-length': 2 }, ['ab@c.test'], { 'abc@c.test': 'error-invalid-email' }],
  [
    'uri',
    {},
    ['https://a.test/#b', 'http://a.test'],
    { 'ftp://a.test': 'error-invalid-uri-scheme', nothing: 'error-invalid-uri' },
  ],
  [
    'uri',
    { allowedSchemes: ['ftp'], allowFragment: false },
    ['ftp://a.test'],
    { 'ftp://a.test/#b': 'error-invalid-uri-fragment' },
  ],
  ['iso-date', {}, ['2024-02-29'], { '2023-02-29': 'error-invalid-date', '1/2/2024': 'error-invalid-date' }],
  [
    'local-date',
    {},
    ['2/29/2024', '2/29/24'],
    { '2/30/2024': 'error-invalid-date', '2024-02-29': 'error-invalid-date' },
  ],
  ['options', OPTIONS, ['a'], { c: 'error-invalid-value' }],
  [
    'person-name-prohibited-characters',
    {},
    ['Anne-Marie O’Neil', 'Ægir'],
    { '<b>': 'error-person-name-invalid-character', 'a\u0007': 'error-person-name-invalid-character' },
  ],
  [
    'username-prohibited-characters',
    {},
    ['a.b-c_d@e+f'],
    { 'a b': 'error-username-invalid-character', 'a<': 'error-username-invalid-character' },
  ],
  ['up-username-not-idn-homograph', {}, ['admin', 'админ'], { аdmin: 'error-username-invalid-character' }],
];

for (const [name, config, valid, invalid] of CASES)
  test(`Keycloak user profile: validator ${name} with ${JSON.stringify(config)}`, () => {
    for (const value of valid) assert.equal(checkValue(value, { [name]: config }), undefined, value);
    for (const [value, expected] of Object.entries(invalid)) {
      const found = checkValue(value, { [name]: config });
      assert.deepEqual([found?.key, ...(found?.params ?? [])].join(' '), expected, value);
      assert.ok(found?.text);
    }
  });

test('the first validator that objects says why', () => {
  const validations = { length: { max: 1 }, integer: {} };
  assert.equal(checkValue('ab', validations)?.key, 'error-invalid-length-too-long');
  assert.equal(checkValue('a', validations)?.key, 'error-invalid-number');
});

test('bad input: a validator that is not known passes everything, even by the name of a member of objects', () => {
  for (const name of ['mine', 'constructor', '__proto__'])
    assert.equal(checkValue('x', JSON.parse(`{"${name}":{}}`)), undefined);
});

test('bad input: no pattern sees more than the longest value', () => {
  const slow = { pattern: { pattern: '(a+)+b' } };
  assert.equal(checkValue('a'.repeat(100_000), slow)?.key, 'error-invalid-length-too-long');
  assert.equal(checkValue('x'.repeat(MAX_VALUE_LENGTH), {}), undefined);
});

test('Keycloak user profile: an attribute has one value unless it is multivalued, and then as many as it says', () => {
  assert.equal(checkCount(1, false, undefined), undefined);
  assert.deepEqual(checkCount(2, false, undefined)?.params, ['0', '1']);
  assert.equal(checkCount(9, true, undefined), undefined);
  assert.equal(checkCount(3, true, { min: 1, max: 2 })?.key, 'error-invalid-multivalued-size');
  assert.match(checkCount(1, true, { min: 2 })?.text ?? '', /At least 2/);
});
