import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimEquals, claimMatches, claimText, claimTexts, findClaim, readPairs } from './claims.ts';

const SOURCES = [
  { sub: '1', address: { city: 'Bonn' }, empty: '', none: null, 'a.b': 'dotted', list: ['x', { y: 2 }] },
  { sub: '2', email: 'ann@x.test', empty: 'filled', none: 'some', 'k[0]': 'literal', name: 'Ann' },
];

test('Keycloak claim lookup: the first source that has the claim wins; empty and null values are not there', () => {
  assert.equal(findClaim(SOURCES, 'sub'), '1');
  assert.equal(findClaim(SOURCES, 'email'), 'ann@x.test');
  assert.equal(findClaim(SOURCES, 'empty'), 'filled');
  assert.equal(findClaim(SOURCES, 'none'), 'some');
  assert.equal(findClaim(SOURCES, 'other'), undefined);
  assert.equal(findClaim([], 'sub'), undefined);
});

test('Keycloak claim lookup: a dot leads into an object, a backslash keeps it, brackets take an item', () => {
  assert.equal(findClaim(SOURCES, 'address.city'), 'Bonn');
  assert.equal(findClaim(SOURCES, 'a\\.b'), 'dotted');
  assert.equal(findClaim(SOURCES, 'list[0]'), 'x');
  assert.equal(findClaim(SOURCES, 'list[1].y'), 2);
  assert.equal(findClaim(SOURCES, 'k[0]'), 'literal');
  assert.equal(findClaim(SOURCES, 'name[0]'), 'Ann');
});

test('bad input: paths that lead nowhere find nothing, and no prototype', () => {
  const paths = [
    '',
    '.',
    '.sub',
    'sub.',
    '[0]',
    'sub.x',
    'list[9]',
    'list[-1]',
    'list[x]',
    'a.b',
    'list[',
    'other[0]',
  ];
  for (const path of paths) assert.equal(findClaim(SOURCES, path), undefined, path);
  for (const path of ['constructor', '__proto__', 'toString.name', 'constructor[0]'])
    assert.equal(findClaim(SOURCES, path), undefined, path);
});

test('JSON values are texts; an object is JSON', () => {
  assert.equal(claimText({ a: [1] }), '{"a":[1]}');
  assert.deepEqual(claimTexts([1, null, true, 'x']), ['1', 'true', 'x']);
  assert.deepEqual(claimTexts('x'), ['x']);
  assert.deepEqual([claimTexts(undefined), claimTexts(null), claimText(null)], [[], [], '']);
});

test('Keycloak valueEquals: texts exactly, numbers by value, of a list one is enough', () => {
  assert.equal(claimEquals('a', 'a'), true);
  assert.equal(claimEquals('a', 'A'), false);
  assert.equal(claimEquals('2.0', 2), true);
  assert.equal(claimEquals('', 0), false);
  assert.equal(claimEquals('TRUE', true), true);
  assert.equal(claimEquals('no', false), true);
  assert.equal(claimEquals('yes', true), false);
  assert.equal(claimEquals('b', ['a', ['b']]), true);
  assert.equal(claimEquals('c', ['a', 'b']), false);
  assert.equal(claimEquals('{"b":1,"a":2}', { a: 2, b: 1 }), true);
  assert.equal(claimEquals('{', { a: 2 }), false);
  assert.equal(claimEquals('', undefined), false);
  assert.equal(claimEquals('null', null), false);
});

test('Keycloak valueMatchesRegex: all of a value, of a list one is enough; a broken pattern matches nothing', () => {
  assert.equal(claimMatches('a.*', 'abc'), true);
  assert.equal(claimMatches('b', 'abc'), false);
  assert.equal(claimMatches('\\d+', ['x', 12]), true);
  assert.equal(claimMatches('.*', []), false);
  assert.equal(claimMatches('.*', undefined), false);
  assert.equal(claimMatches('(', '('), false);
});

test('bad input: a setting that is no list of keys and values is undefined; a missing one has no rows', () => {
  assert.deepEqual(readPairs(undefined), []);
  assert.deepEqual(readPairs('[{"key":"a","value":"b"},{"key":"c"},{"key":"d","value":1}]'), [
    { key: 'a', value: 'b' },
    { key: 'c', value: '' },
    { key: 'd', value: '1' },
  ]);
  for (const text of ['', '{', '{}', 'null', '[1]', '[{"value":"x"}]', '[null]'])
    assert.equal(readPairs(text), undefined, text);
});
