import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperInput } from '../testing/mapper-input.ts';
import type { MapperResult } from './mapper.ts';
import {
  attributesToGroup,
  attributesToRole,
  attributeToAttribute,
  attributeToRole,
  valuesOfAttribute,
} from './saml-attributes.ts';

const ATTRIBUTES = [
  { name: 'urn:mail', friendlyName: 'mail', values: ['ann@x.test'] },
  { name: 'team', values: ['dev'] },
  { name: 'team', friendlyName: 'group', values: ['ops', ''] },
];
const isHeld = ({ effects }: MapperResult) => effects.map((effect) => 'isHeld' in effect && effect.isHeld);
const withAttributes = (config: Record<string, string>) => mapperInput(config, { attributes: ATTRIBUTES });

test('Keycloak saml-role-idp-mapper: name and friendly name both have to fit', () => {
  const run = (name: string, friendly: string, value: string) =>
    isHeld(
      attributeToRole(
        withAttributes({
          role: 'admin',
          ...(name === '' ? {} : { 'attribute.name': name }),
          ...(friendly === '' ? {} : { 'attribute.friendly.name': friendly }),
          ...(value === '' ? {} : { 'attribute.value': value }),
        }),
      ),
    );
  assert.deepEqual(run('team', '', 'ops'), [true]);
  assert.deepEqual(run('team', 'group', 'ops'), [true]);
  assert.deepEqual(run('', 'mail', 'ann@x.test'), [true]);
  assert.deepEqual(run('', '', 'dev'), [true]);
  assert.deepEqual(run('team', '', ''), [true]);
  assert.deepEqual(run('team', 'group', 'dev'), [false]);
  assert.deepEqual(run('group', '', 'ops'), [false]);
  assert.deepEqual(run('urn:mail', '', ''), [false]);
});

test('Keycloak advanced SAML mappers: all attributes must match, by name or friendly name', () => {
  const run = (attributes: string, isPattern = 'false') => {
    const config = {
      role: 'admin',
      group: 'staff/Berlin',
      attributes,
      'are.attribute.values.regex': isPattern,
    };
    return [
      ...isHeld(attributesToRole(withAttributes(config))),
      ...isHeld(attributesToGroup(withAttributes(config))),
    ];
  };
  const both = '[{"key":"team","value":"dev"},{"key":"mail","value":"ann@x.test"}]';
  assert.deepEqual(run(both), [true, true]);
  assert.deepEqual(run('[{"key":"group","value":"dev"}]'), [false, false]);
  assert.deepEqual(run('[{"key":"mail","value":".*@x\\\\.test"}]', 'true'), [true, true]);
  assert.deepEqual(run('[{"key":"mail","value":"["}]', 'true'), [false, false]);
  assert.deepEqual(run('['), []);
});

test('Keycloak saml-user-attribute-idp-mapper: the values of all attributes with the name', () => {
  const run = (config: Record<string, string>) =>
    attributeToAttribute(withAttributes({ 'user.attribute': 'x', ...config })).effects;
  assert.deepEqual(valuesOfAttribute(ATTRIBUTES, 'team'), ['dev', 'ops', '']);
  assert.deepEqual(run({ 'attribute.name': 'team' }), [
    { kind: 'attribute', name: 'x', values: ['dev', 'ops', ''] },
  ]);
  assert.deepEqual(run({ 'attribute.friendly.name': 'mail', 'user.attribute': 'email' }), [
    { kind: 'attribute', name: 'email', values: ['ann@x.test'] },
  ]);
  assert.deepEqual(run({ 'attribute.name': 'gone' }), [{ kind: 'attribute', name: 'x', values: [] }]);
});

test('bad input: missing settings, and answers of another protocol, are reported', () => {
  const complete = { 'user.attribute': 'x', 'attribute.name': 'y', role: 'admin', attributes: '[]' };
  assert.match(attributeToAttribute(withAttributes({})).said, /user\.attribute is missing/);
  assert.match(
    attributeToAttribute(withAttributes({ 'user.attribute': 'x' })).said,
    /attribute\.name is missing/,
  );
  for (const apply of [attributeToAttribute, attributeToRole, attributesToRole])
    assert.match(apply(mapperInput(complete)).said, /not a SAML assertion/);
});
