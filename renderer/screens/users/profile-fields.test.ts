// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupProfileFields, listProfileFields, type ProfileField } from './profile-fields.ts';
import { testProfile } from './testing/profile.ts';

function fieldOf(attribute: object, texts: object = {}): ProfileField {
  const found = listProfileFields(testProfile([{ name: 'a', ...attribute }], { texts })).at(-1);
  assert.ok(found);
  return found;
}

for (const [inputType, multivalued, expected] of [
  [undefined, false, 'text'],
  [undefined, true, 'texts'],
  ['text', false, 'text'],
  ['textarea', false, 'textarea'],
  ['select', false, 'select'],
  ['select-radiobuttons', false, 'radios'],
  ['multiselect', true, 'multiselect'],
  ['multiselect-checkboxes', true, 'checkboxes'],
  ['html5-date', false, 'text'],
  ['constructor', false, 'text'],
  [['select'], false, 'text'],
] as const)
  test(`Keycloak user profile: inputType ${String(inputType)}, multivalued ${multivalued}, is edited as ${expected}`, () => {
    assert.equal(fieldOf({ multivalued, annotations: { inputType } }).control, expected);
  });

for (const [inputType, expected] of [
  ['html5-date', 'date'],
  ['html5-range', 'number'],
  ['html5-password', 'text'],
] as const)
  test(`Keycloak user profile: ${inputType} is an input of type ${expected}`, () => {
    assert.equal(fieldOf({ annotations: { inputType } }).inputType, expected);
  });

test('Keycloak user profile: label and help are the texts of the realm; limits are those of the annotations', () => {
  const texts = { localizationTexts: { en: { phone: 'Phone number', help: 'With the country code' } } };
  const annotations = {
    inputHelperTextBefore: '${help}',
    inputHelperTextAfter: 'Or none',
    inputTypePlaceholder: '${none}',
    inputTypeMaxlength: 9,
    inputTypeMin: '',
    inputTypeRows: '5',
  };
  const { field, before, after, placeholder, limits, rows } = fieldOf(
    { displayName: '${phone}', annotations },
    texts,
  );
  assert.deepEqual(
    [field.label, before, after, placeholder],
    ['Phone number', 'With the country code', 'Or none', 'none'],
  );
  assert.deepEqual([limits, rows], [{ maxLength: '9' }, 5]);
});

test('console "Users": what the server does with a username is explained, unless the profile has its own help', () => {
  const [username] = listProfileFields(testProfile());
  assert.match(username?.after ?? '', /sign in/);
  const own = testProfile([{ name: 'email', annotations: { inputHelperTextAfter: 'Yours' } }]);
  assert.equal(listProfileFields(own).at(-1)?.after, 'Yours');
});

for (const rows of ['0', '-1', 'x', '100', ''])
  test(`bad input: a text area of ${rows || 'no'} rows has three`, () => {
    assert.equal(fieldOf({ annotations: { inputType: 'textarea', inputTypeRows: rows } }).rows, 3);
  });

test('Keycloak user profile: required, read-only and the default are those of the metadata', () => {
  const { required, readOnly, initial } = fieldOf({ required: true, readOnly: true, defaultValue: 'x' });
  assert.deepEqual([required, readOnly, initial], [true, true, ['x']]);
  assert.deepEqual(fieldOf({ defaultValue: '' }).initial, []);
});

test('an attribute has a member of its own, whatever its name', () => {
  const names = ['enabled', 'attributes', 'attributes.x'].map((name) => ({ name }));
  assert.deepEqual(
    listProfileFields(testProfile(names)).map(({ field }) => field.member),
    [
      'username',
      'email',
      'firstName',
      'lastName',
      'attributes.enabled',
      'attributes.attributes',
      'attributes.attributes.x',
    ],
  );
});

test('Keycloak user profile: attributes are below the heading of their group, the others first', () => {
  const attributes = [
    { name: 'street', group: 'home' },
    { name: 'badge', group: 'work' },
    { name: 'town', group: 'home' },
    { name: 'lost', group: 'gone' },
  ];
  const groups = [
    { name: 'work', displayHeader: '${work}', displayDescription: 'Of the company' },
    { name: 'home' },
    { name: 'empty', displayHeader: 'Empty' },
    null,
    7,
    { displayHeader: 'Nameless' },
  ];
  const texts = { localizationTexts: { en: { work: 'Work' } } };
  assert.deepEqual(
    groupProfileFields(testProfile(attributes, { groups, texts })).map(({ title, summary, fields }) => [
      title,
      summary,
      fields.map(({ name }) => name),
    ]),
    [
      ['', '', ['username', 'email', 'firstName', 'lastName', 'lost']],
      ['Work', 'Of the company', ['badge']],
      ['home', '', ['street', 'town']],
    ],
  );
});

test('bad input: a group twice has one heading for each entry of the profile and is not lost', () => {
  const twice = testProfile([{ name: 'a', group: 'g' }], { groups: [{ name: 'g' }, { name: 'g' }] });
  assert.deepEqual(
    groupProfileFields(twice)
      .at(-1)
      ?.fields.map(({ name }) => name),
    ['a'],
  );
});
