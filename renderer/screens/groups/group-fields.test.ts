import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GROUP_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { checkFields, readFields, writeFields } from '../../ui/field.ts';
import { attributeSections, checkGroupName, detailSections } from './group-fields.ts';

const fields = [...detailSections(), ...attributeSections()].flatMap((section) => section.fields);

test('house 2a: every setting of a group that has a label is in a form', () => {
  const labelled = Object.entries<{ readonly label?: string }>({ ...GROUP_SETTINGS })
    .filter(([, { label }]) => label !== undefined)
    .map(([name]) => name);
  assert.deepEqual(labelled.sort(), fields.map(({ member }) => member).sort());
});

test('console "Groups": a blank name is rejected before it is sent', () => {
  assert.deepEqual(Object.keys(checkFields(fields, readFields(fields, { name: ' ' }))), ['name']);
  assert.equal(checkGroupName('a/b'), undefined);
});

test('contract "Realm files": a change of a group sends only what was changed', () => {
  const group = { name: 'staff', attributes: { a: ['1'] }, myOwn: 1 };
  assert.deepEqual(writeFields(fields, group, { description: 'All of us' }), { description: 'All of us' });
});
