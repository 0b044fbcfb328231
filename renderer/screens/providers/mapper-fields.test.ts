import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields } from '../../ui/field.ts';
import { isPairs, mapperFields, readPairs, writePairs } from './mapper-fields.ts';

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
  assert.ok(isPairs(TYPE, 'claims') && !isPairs(TYPE, 'target') && !isPairs(undefined, 'claims'));
  const setting = '[{"key":"a","value":"1"}]';
  assert.equal(writePairs(readPairs(setting)), setting);
  assert.equal(writePairs([]), '');
});

test('bad input: a setting that is no list of pairs is shown as empty', () => {
  for (const setting of ['', '{', '{}', '7', '[null]', '[1]'])
    assert.deepEqual(readPairs(setting), [], setting);
  assert.deepEqual(readPairs('[{}]'), [{ key: '', value: '' }]);
});
