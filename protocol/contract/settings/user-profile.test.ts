import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProfileChanges, usualProfile } from './user-profile.ts';

const EDITED_BY_ALL = { view: ['user', 'admin'], edit: ['admin', 'user'] };
const EMAIL = {
  name: 'email',
  displayName: 'E-mail',
  validations: { length: { max: 255 }, email: {} },
  required: { roles: ['user'] },
  permissions: EDITED_BY_ALL,
  annotations: {},
  multivalued: false,
};

function changes(attributes: readonly object[], realm = 'shop'): readonly string[] | undefined {
  return findProfileChanges({ 'kc.user.profile.config': [JSON.stringify({ attributes })] }, { realm });
}

test('import report: a profile attribute as in a new realm is no change, in whatever order it is written', () => {
  assert.deepEqual(changes([EMAIL]), []);
});

for (const [what, attribute] of [
  ['another validation', { ...EMAIL, validations: { email: {}, length: { max: 64 } } }],
  ['no validation', { ...EMAIL, validations: undefined }],
  ['other permissions', { ...EMAIL, permissions: { view: ['admin'], edit: ['admin'] } }],
  ['no longer required', { ...EMAIL, required: undefined }],
] as const)
  test(`import report: a profile attribute with ${what} is a change`, () => {
    assert.deepEqual(changes([attribute]), ['email']);
  });

test('import report: an attribute of the organization is a change, also with an inherited name', () => {
  assert.deepEqual(changes([EMAIL, { name: 'country' }, { name: 'constructor' }]), [
    'country',
    'constructor',
  ]);
});

test('import report: in master, no attribute is required by default', () => {
  assert.deepEqual(changes([{ ...EMAIL, required: undefined }], 'master'), []);
});

for (const config of [undefined, {}, { 'kc.user.profile.config': 'x' }, { 'kc.user.profile.config': [] }])
  test(`bad input: a profile component with ${JSON.stringify(config)} has no changes`, () => {
    assert.deepEqual(findProfileChanges(config, {}) ?? [], []);
  });

for (const text of ['{', '[]', '{"attributes":"none"}', '{"attributes":[null,1]}'])
  test(`bad input: the profile ${text} has no changes`, () => {
    assert.deepEqual(findProfileChanges({ 'kc.user.profile.config': [text] }, {}), []);
  });

for (const realm of ['shop', 'master'])
  test(`Keycloak user profile: the default of realm ${realm} is no change`, () => {
    const { attributes } = usualProfile(realm);
    assert.ok(Array.isArray(attributes));
    assert.deepEqual(changes(attributes as object[], realm), []);
    assert.equal(
      attributes.filter(({ required }) => required !== undefined).length,
      realm === 'shop' ? 3 : 0,
    );
  });
