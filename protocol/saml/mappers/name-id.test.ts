import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../testing/context.ts';
import { NAME_ID_FORMATS } from '../xml-names.ts';
import { userAttributeNameId } from './name-id.ts';

const context = createTestContext();

test("SAML Core §2.2.3: the name is the first value of an attribute or property, in the mapper's format", () => {
  const config = { 'user.attribute': 'colour', 'mapper.nameid.format': NAME_ID_FORMATS.persistent };
  assert.deepEqual(userAttributeNameId.mapNameId?.(config, context), {
    format: NAME_ID_FORMATS.persistent,
    value: 'red',
  });
});

test('SAML Core §2.2.3: a user without the attribute has no name', () => {
  assert.deepEqual(userAttributeNameId.mapNameId?.({ 'user.attribute': 'none' }, context), {
    format: NAME_ID_FORMATS.unspecified,
    value: undefined,
  });
});
