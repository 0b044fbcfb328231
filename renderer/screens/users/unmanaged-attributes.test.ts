import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserProfile } from '../../api/user-profile.ts';
import { checkFields, type Field, rowsOf } from '../../ui/field.ts';
import { testProfile } from './testing/profile.ts';
import {
  describeHidden,
  describeUnmanaged,
  unmanagedAttributes,
  unmanagedField,
} from './unmanaged-attributes.ts';

function withPolicy(unmanagedAttributePolicy?: string, isConfigured = true): UserProfile {
  const profile = testProfile([{ name: 'phone' }], { isConfigured });
  const hidden = [{ name: 'phone' }, { name: 'diary' }, null, 7];
  return { ...profile, config: { attributes: hidden, unmanagedAttributePolicy } };
}

function accessOf(profile: UserProfile): string {
  const field = unmanagedField(profile);
  if (field?.kind !== 'map') return 'hidden';
  return field.readOnly === true ? 'read-only' : 'editable';
}

for (const [policy, expected, text] of [
  ['ENABLED', 'editable', /Users can see and change them/],
  ['ADMIN_EDIT', 'editable', /Only administrators/],
  ['ADMIN_VIEW', 'read-only', /but not change them/],
  [undefined, 'hidden', /Protocol mappers/],
  ['MAYBE', 'hidden', /Protocol mappers/],
] as const)
  test(`Keycloak user profile: with unmanagedAttributePolicy ${policy}, other attributes are ${expected}`, () => {
    assert.equal(accessOf(withPolicy(policy)), expected);
    assert.match(describeUnmanaged(withPolicy(policy)), text);
  });

test('differences "User profile": without a profile of its own, a realm allows any attribute', () => {
  assert.equal(accessOf(withPolicy(undefined, false)), 'editable');
  assert.match(describeUnmanaged(withPolicy('ADMIN_VIEW', false)), /Protocol mappers/);
});

test('Keycloak user profile: other attributes are those that the profile does not define, seen or not', () => {
  const attributes = { phone: ['1'], diary: ['2'], room: ['3'] };
  assert.deepEqual(unmanagedAttributes(withPolicy(), attributes), { room: ['3'] });
  assert.deepEqual(unmanagedAttributes(withPolicy(), undefined), {});
});

for (const [name, problem] of [
  ['phone', /own field/],
  ['email', /own field/],
  ['diary', /administrators do not see/],
  ['room', undefined],
  ['constructor', undefined],
] as const)
  test(`Keycloak user profile: ${name} among other attributes is ${problem === undefined ? 'accepted' : 'refused'}`, () => {
    const field = unmanagedField(withPolicy('ENABLED')) as Field;
    const found = checkFields([field], { attributes: rowsOf([{ key: 0, name, values: ['x'] }]) });
    if (problem === undefined) assert.deepEqual(found, {});
    else assert.match(found['attributes'] ?? '', problem);
  });

test('Keycloak user profile: that attributes are hidden is mentioned, but not by the policies that show them', () => {
  assert.match(
    describeHidden(withPolicy(), { room: ['3'], phone: ['1'] }) ?? '',
    /^1 attribute of this user is /,
  );
  assert.match(
    describeHidden(withPolicy(), { room: ['3'], floor: ['1'] }) ?? '',
    /^2 attributes of this user are /,
  );
  assert.equal(describeHidden(withPolicy(), { phone: ['1'] }), undefined);
  assert.equal(describeHidden(withPolicy('ADMIN_VIEW'), { room: ['3'] }), undefined);
  assert.equal(describeHidden(withPolicy(), undefined), undefined);
});
