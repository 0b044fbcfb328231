import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOwnValidators, PROFILE_VALIDATORS, readProfileConfig, usualProfile } from './user-profile.ts';

function ownOf(attributes: unknown): readonly string[] | undefined {
  return findOwnValidators({ 'kc.user.profile.config': [JSON.stringify({ attributes })] });
}

test('import report: validators of Keycloak act, in whatever attribute', () => {
  const validations = Object.fromEntries(PROFILE_VALIDATORS.map((name) => [name, {}]));
  assert.deepEqual(
    ownOf([{ name: 'email', validations }, { name: 'phone', validations }, { name: 'x' }]),
    [],
  );
});

test('import report: validators of an extension do not act; each is named once, also with an inherited name', () => {
  const validations = { length: {}, 'vat-number': {}, constructor: {} };
  assert.deepEqual(
    ownOf([
      { name: 'a', validations },
      { name: 'b', validations: { 'vat-number': null } },
    ]),
    ['vat-number', 'constructor'],
  );
});

for (const config of [undefined, {}, { 'kc.user.profile.config': 'x' }, { 'kc.user.profile.config': [] }])
  test(`bad input: a profile component with ${JSON.stringify(config)} has no validators`, () => {
    assert.deepEqual(findOwnValidators(config) ?? [], []);
  });

for (const text of ['{', '[]', '{"attributes":"none"}', '{"attributes":[null,1,{"validations":[1]}]}'])
  test(`bad input: the profile ${text} has no validators`, () => {
    assert.deepEqual(findOwnValidators({ 'kc.user.profile.config': [text] }), []);
  });

for (const text of ['{', '[]', 'null', '7', undefined])
  test(`bad input: a profile component with the text ${text} has no configuration`, () => {
    assert.equal(
      readProfileConfig({ 'kc.user.profile.config': text === undefined ? [] : [text] }),
      undefined,
    );
  });

test('Keycloak user profile: the configuration is the JSON text in the component', () => {
  assert.deepEqual(readProfileConfig({ 'kc.user.profile.config': ['{"attributes":[]}'] }), {
    attributes: [],
  });
});

for (const realm of ['shop', 'master'])
  test(`Keycloak user profile: in realm ${realm}, ${realm === 'shop' ? 'address and names are' : 'nothing is'} required by default`, () => {
    const { attributes } = usualProfile(realm);
    assert.ok(Array.isArray(attributes));
    assert.deepEqual(ownOf(attributes), []);
    assert.deepEqual(
      attributes.filter(({ required }) => required !== undefined).map(({ name }) => name),
      realm === 'shop' ? ['email', 'firstName', 'lastName'] : [],
    );
  });
