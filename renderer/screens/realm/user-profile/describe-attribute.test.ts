import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAttribute } from './describe-attribute.ts';

const PERMISSIONS = { view: ['admin'], edit: ['admin', 'user'] };

for (const [attribute, expected] of [
  [{}, 'viewed by nobody · edited by nobody'],
  [
    { permissions: PERMISSIONS, required: {} },
    'required · viewed by administrators and users · edited by administrators and users',
  ],
  [
    {
      group: 'home',
      multivalued: true,
      permissions: { view: ['user'] },
      required: { roles: ['user'], scopes: ['phone'] },
      validations: { length: {}, email: null },
    },
    'group home · multivalued · required for users with scope phone · viewed by users · edited by nobody · checked by length, email',
  ],
  [
    { required: { scopes: ['phone', 'shop'] }, permissions: { edit: ['admin'] } },
    'required with scope phone or shop · viewed by administrators · edited by administrators',
  ],
] as const)
  test(`console "Realm": an attribute is summarized as "${expected}"`, () => {
    assert.equal(describeAttribute(attribute), expected);
  });
