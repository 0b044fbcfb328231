import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listMapperTypes } from '#protocol/contract/identity-provider-mapper-types.ts';
import { IDENTITY_PROVIDER_TYPES } from '#protocol/contract/identity-provider-types.ts';
import type { ProviderMapperType } from '../../api/providers.ts';
import { PROVIDER_MAPPER_TYPE } from '../../texts/de/settings/provider-mapper-type.ts';
import { showSettings } from '../../texts/setting-text.ts';
import { readFields } from '../../ui/field.ts';
import { kindOf, mapperFields, mapperTypeText, readPairs, writePairs } from './mapper-fields.ts';

const TYPE = {
  id: 'x',
  name: 'X',
  helpText: 'x',
  properties: [
    { name: 'claims', label: 'Claims', helpText: '', type: 'Map' },
    { name: 'are.claim.values.regex', label: 'Regex', helpText: '', type: 'boolean', defaultValue: false },
    { name: 'target', label: 'Target', helpText: '', type: 'List', options: ['LOCAL', 'BROKER_ID'] },
    { name: 'own.setting', label: 'Own setting', helpText: '', type: 'String', defaultValue: 'usual' },
  ],
};

test('console "Providers": the form of a mapper has the settings that the server names', () => {
  const fields = mapperFields(TYPE);
  assert.deepEqual(
    fields.map(({ member, kind }) => [member, kind]),
    [
      ['name', 'text'],
      ['syncMode', 'choice'],
      ['claims', 'long'],
      ['are.claim.values.regex', 'switch'],
      ['target', 'choice'],
      ['own.setting', 'text'],
    ],
  );
  assert.equal(fields.at(-1)?.label, 'Own setting');
  assert.equal(readFields(fields, {})['target'], 'LOCAL');
  assert.deepEqual(
    mapperFields(undefined).map(({ member }) => member),
    ['name', 'syncMode'],
  );
});

test('Keycloak: names and values are a list of keys and values', () => {
  assert.deepEqual([kindOf(TYPE, 'claims'), kindOf(TYPE, 'target')], ['Map', 'List']);
  assert.deepEqual([kindOf(TYPE, 'other'), kindOf(undefined, 'claims')], [undefined, undefined]);
  const setting = '[{"key":"a","value":"1"}]';
  assert.equal(writePairs(readPairs(setting)), setting);
  assert.equal(writePairs([]), '');
});

test('bad input: a setting that is no list of pairs is shown as empty', () => {
  for (const setting of ['', '{', '{}', '7', '[null]', '[1]'])
    assert.deepEqual(readPairs(setting), [], setting);
  assert.deepEqual(readPairs('[{}]'), [{ key: '', value: '' }]);
});

test('issue 18 "Console in languages": a type of mapper has the texts of the language, else the words of the server', () => {
  assert.deepEqual(mapperTypeText(TYPE), { label: 'X', help: 'x' });
  const own = { label: 'Y', help: 'y' };
  showSettings({ providerMapperType: { x: own } });
  assert.deepEqual(mapperTypeText(TYPE), own);
  showSettings({});
});

const TYPES = Object.keys(IDENTITY_PROVIDER_TYPES).flatMap((provider) =>
  Object.values(listMapperTypes(provider) as Readonly<Record<string, ProviderMapperType>>),
);

test('issue 18 "Console in languages": every setting of a mapper has a label in every language', () => {
  const own = 'no such label';
  for (const type of TYPES) {
    const properties = type.properties.map((property) => ({ ...property, label: own }));
    const labels = mapperFields({ ...type, properties }).map(({ label }) => label);
    assert.ok(!labels.includes(own), type.id);
  }
});

test('issue 18 "Console in languages": every type of mapper has German texts, and no other', () => {
  assert.deepEqual(Object.keys(PROVIDER_MAPPER_TYPE).sort(), [...new Set(TYPES.map(({ id }) => id))].sort());
});

test('Keycloak: settings that are roles and groups of this realm are selected, a role of another server is not', () => {
  const kinds = TYPES.flatMap((type) =>
    type.properties.map(({ name }) => [name, kindOf(type, name)] as const),
  );
  for (const [name, kind] of kinds)
    assert.equal(kind === 'Role' || kind === 'Group', name === 'role' || name === 'group', name);
});
