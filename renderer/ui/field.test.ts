import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields, type Field, readFields, writeFields } from './field.ts';

const fields: readonly Field[] = [
  { kind: 'text', member: 'name', label: 'Name' },
  { kind: 'switch', member: 'enabled', label: 'Enabled', initial: true },
  { kind: 'duration', member: 'lifespan', label: 'Lifespan', initial: '300' },
  {
    kind: 'duration',
    member: 'x.lifespan',
    within: 'attributes',
    label: 'Own lifespan',
    initial: '',
    unset: 'realm default',
  },
  { kind: 'switch', member: 'x.on', within: 'attributes', label: 'On', initial: false },
  {
    kind: 'list',
    member: 'x.uris',
    within: 'attributes',
    label: 'URIs',
    checkItem: (uri) => (uri.includes('#') ? 'no fragment' : undefined),
  },
  { kind: 'number', member: 'count', label: 'Count', initial: '3', min: 1, max: 10 },
];

test('contract "Realm files": omitted members show their defaults', () => {
  assert.deepEqual(readFields(fields, {}), {
    name: '',
    enabled: true,
    lifespan: '300',
    'x.lifespan': '',
    'x.on': false,
    'x.uris': [],
    count: '3',
  });
});

test('contract "Realm files": attributes are strings, members keep their types, and only changes are written', () => {
  const stored = { name: 'a', own: 1, attributes: { 'x.on': 'true', unknown: 'kept' } };
  assert.equal(readFields(fields, stored)['x.on'], true);
  assert.deepEqual(writeFields(fields, stored, { lifespan: '60', count: '4', enabled: false }), {
    lifespan: 60,
    count: 4,
    enabled: false,
  });
  assert.deepEqual(
    writeFields(fields, stored, { 'x.on': false, 'x.uris': [' a ', '', 'b'], 'x.lifespan': '' }),
    {
      attributes: { 'x.on': 'false', unknown: 'kept', 'x.uris': 'a##b', 'x.lifespan': '' },
    },
  );
});

test('contract "Realm files": zero and negative values of an optional lifespan mean not set', () => {
  assert.equal(readFields(fields, { attributes: { 'x.lifespan': '-1' } })['x.lifespan'], '');
  assert.equal(readFields(fields, { lifespan: 0 })['lifespan'], '0');
});

test('console "Realm": each invalid value has a message that says what is valid', () => {
  const values = readFields(fields, {});
  assert.deepEqual(checkFields(fields, values), {});
  const problems = checkFields(fields, {
    ...values,
    lifespan: '',
    'x.lifespan': '0',
    'x.uris': ['a#b'],
    count: '11',
  });
  assert.deepEqual(Object.keys(problems), ['lifespan', 'x.lifespan', 'x.uris', 'count']);
  assert.match(problems['count'] ?? '', /from 1 to 10/);
});

test('console "Realm": a hidden field does not prevent saving', () => {
  const hidden: Field = {
    kind: 'text',
    member: 'url',
    label: 'URL',
    shown: (values) => values['enabled'] === false,
    check: () => 'wrong',
  };
  assert.deepEqual(checkFields([hidden], { enabled: true, url: '' }), {});
  assert.deepEqual(checkFields([hidden], { enabled: false, url: '' }), { url: 'wrong' });
});

test('contract "Realm files": an emptied config value is removed, and unknown members are kept', () => {
  const prefix: Field = { kind: 'text', member: 'prefix', within: 'config', label: 'Prefix' };
  const stored = { config: { prefix: 'p', other: 'kept' } };
  assert.deepEqual(writeFields([prefix], stored, { prefix: '' }), { config: { other: 'kept' } });
});

test('realm-admin A4: maps are replaced as a whole; rows with the same name are merged', () => {
  const map: Field = { kind: 'map', member: 'attributes', label: 'Attributes' };
  const values = readFields([map], { attributes: { a: ['1'], b: ['2', '3'] } });
  assert.deepEqual(values['attributes'], [
    { key: 0, name: 'a', values: ['1'] },
    { key: 1, name: 'b', values: ['2', '3'] },
  ]);
  const rows = [
    { key: 0, name: 'a', values: ['1'] },
    { key: 1, name: ' a ', values: ['4'] },
    { key: 2, name: '', values: ['lost'] },
  ];
  assert.deepEqual(writeFields([map], {}, { attributes: rows }), { attributes: { a: ['1', '4'] } });
});

test('contract "Realm files": a number is a number in the realm file, and may be empty only if that means something', () => {
  const digits: Field = { kind: 'number', member: 'digits', label: 'Digits', initial: '6', min: 6, max: 8 };
  assert.equal(readFields([digits], { digits: 8 })['digits'], '8');
  assert.deepEqual(writeFields([digits], {}, { digits: '8' }), { digits: 8 });
  for (const value of ['', '5', '9', '6.5'])
    assert.ok(checkFields([digits], { digits: value })['digits'], value);
  assert.deepEqual(checkFields([{ ...digits, unset: 'realm default' }], { digits: '' }), {});
});

test('console "Users": a name that a map must not contain is a problem, with blanks around it, too', () => {
  const map: Field = {
    kind: 'map',
    member: 'attributes',
    label: 'Attributes',
    checkName: (name) => (name === 'phone' ? 'phone has its own field.' : undefined),
  };
  const rowsWith = (...names: readonly string[]) => ({
    attributes: names.map((name, key) => ({ key, name, values: ['1'] })),
  });
  assert.deepEqual(checkFields([map], rowsWith('room', '')), {});
  assert.deepEqual(checkFields([map], rowsWith('room', ' phone ')), {
    attributes: 'phone has its own field.',
  });
});
