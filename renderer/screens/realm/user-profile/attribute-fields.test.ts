import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields } from '../../../ui/field.ts';
import {
  attributeFields,
  checkAnnotations,
  checkEntryName,
  NEW_ATTRIBUTE,
  readAttribute,
  showAnnotations,
  writeAttribute,
} from './attribute-fields.ts';

const fields = attributeFields({ groups: [{ name: 'home' }], others: ['email'], isNew: false });
const PERMISSIONS = { view: ['admin'], edit: ['admin', 'user'] };

for (const attribute of [
  { name: 'a', multivalued: false, permissions: { view: [], edit: [] } },
  {
    name: 'a',
    displayName: 'A',
    group: 'home',
    defaultValue: 'x',
    multivalued: true,
    permissions: PERMISSIONS,
  },
  { name: 'a', multivalued: false, permissions: PERMISSIONS, required: {} },
  {
    name: 'a',
    multivalued: false,
    permissions: PERMISSIONS,
    required: { roles: ['admin'], scopes: ['phone'] },
  },
  { name: 'a', multivalued: false, permissions: PERMISSIONS, selector: { scopes: ['shop'] } },
  {
    name: 'a',
    multivalued: false,
    permissions: PERMISSIONS,
    validations: { length: { max: 9 }, 'iso-date': {} },
  },
  {
    name: 'a',
    multivalued: false,
    permissions: PERMISSIONS,
    annotations: { inputType: 'select', inputOptionLabels: { a: 'A' } },
  },
  { name: 'a', multivalued: false, permissions: PERMISSIONS, own: [1] },
])
  test(`Keycloak user profile: ${JSON.stringify(attribute)} comes back as it was`, () => {
    assert.deepEqual(writeAttribute(attribute, readAttribute(fields, attribute)), attribute);
  });

test('Keycloak user profile: a new attribute is viewed and edited by everybody, and has the name that was entered', () => {
  const asNew = attributeFields({ groups: [], others: ['email'], isNew: true });
  const values = { ...readAttribute(asNew, NEW_ATTRIBUTE), name: ' phone ' };
  assert.deepEqual(checkFields(asNew, values), {});
  assert.deepEqual(writeAttribute(NEW_ATTRIBUTE, values), {
    name: 'phone',
    multivalued: false,
    permissions: { view: ['admin', 'user'], edit: ['admin', 'user'] },
  });
});

test('Keycloak user profile: an attribute that is required of nobody is not required; Keycloak would require it always', () => {
  const before = { name: 'a', required: { roles: ['user'] } };
  const values = { ...readAttribute(fields, before), 'required.roles': [] };
  assert.equal('required' in writeAttribute(before, values), false);
});

test('bad input: an attribute with members of the wrong type can be edited', () => {
  const broken = {
    name: 'a',
    permissions: 7,
    required: 'x',
    selector: [],
    validations: { length: null },
    annotations: 'x',
  };
  assert.deepEqual(writeAttribute(broken, readAttribute(fields, broken)), {
    name: 'a',
    multivalued: false,
    permissions: { view: [], edit: [] },
    validations: { length: {} },
  });
});

for (const [name, problem] of [
  ['phone', undefined],
  ['urn.a_b-1', undefined],
  ['', /letters, digits/],
  ['a b', /letters, digits/],
  ['ä', /letters, digits/],
  ['email', /already has this name/],
] as const)
  test(`Keycloak user profile: the name "${name}" is ${problem === undefined ? 'accepted' : 'refused'}`, () => {
    const found = checkEntryName(name, ['email']);
    if (problem === undefined) assert.equal(found, undefined);
    else assert.match(found ?? '', problem);
  });

test('Keycloak user profile: annotations are a JSON object, or nothing', () => {
  for (const text of ['', '{}', '{"inputType":"select"}']) assert.equal(checkAnnotations(text), undefined);
  for (const text of ['{', '[]', '7', 'null', 'inputType'])
    assert.match(checkAnnotations(text) ?? '', /JSON object/);
  assert.equal(showAnnotations({}), '');
  assert.equal(showAnnotations([]), '');
  assert.equal(showAnnotations({ a: 1 }), '{\n  "a": 1\n}');
});
