import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeEffect,
  describeValue,
  findAsked,
  IGNORED,
  joinFirst,
  kept,
  nameOf,
  partOf,
} from './kept.ts';

const asked = (value: unknown, usual?: unknown): unknown =>
  findAsked(value, kept('Nothing happens.', usual === undefined ? {} : { usual }), {});

for (const value of [
  undefined,
  null,
  false,
  'false',
  '',
  [],
  {},
  [''],
  { a: [], b: { c: '' } },
  [{ on: false }],
])
  test(`import report: ${JSON.stringify(value)} asks for nothing`, () => {
    assert.equal(asked(value), undefined);
  });

for (const value of [true, 'true', 0, 1, 'x', ['x'], { a: 'x' }, [{ on: true }]])
  test(`import report: ${JSON.stringify(value)} asks for something`, () => {
    assert.equal(asked(value), value);
  });

for (const [value, usual] of [
  ['browser', 'browser'],
  [300, 300],
  ['300', 300],
  [-1, [0, -1]],
  [
    ['b', 'a'],
    ['a', 'b', 'c'],
  ],
  [{ a: 'x', b: '' }, { a: 'x' }],
  [{ list: ['true'] }, { list: 'true' }],
] as const)
  test(`import report: ${JSON.stringify(value)} is a default if ${JSON.stringify(usual)} is`, () => {
    assert.equal(asked(value, usual), undefined);
  });

for (const [value, usual] of [
  ['Browser', 'browser'],
  [301, 300],
  [
    ['a', 'd'],
    ['a', 'b'],
  ],
  [{ a: 'y' }, { a: 'x' }],
  [{ c: 'x' }, { a: 'x' }],
  [{ a: 'x' }, 'x'],
  ['x', { a: 'x' }],
] as const)
  test(`import report: ${JSON.stringify(value)} is not a default if ${JSON.stringify(usual)} is`, () => {
    assert.equal(asked(value, usual), value);
  });

test('import report: a setting can ask for something by a part of its value, or by its owner', () => {
  const effect = kept('No.', { asked: (value, owner) => (owner['on'] === true ? value : undefined) });
  assert.equal(findAsked('x', effect, { on: true }), 'x');
  assert.equal(findAsked('x', effect, {}), undefined);
});

test('import report: a value is shown in a few words', () => {
  assert.equal(describeValue(true), 'true');
  assert.equal(describeValue(['a', 'b', 'c', 'd']), 'a, b, c and 1 more');
  assert.equal(describeValue([{ alias: 'github' }, { name: 'ad' }, {}]), 'github, ad');
  assert.equal(describeValue({ password: 'secret' }), undefined);
  assert.equal(describeValue([{ password: 'secret' }]), undefined);
  assert.equal(describeValue('a\n b'), 'a b');
  assert.equal(describeValue('x'.repeat(90))?.length, 80);
});

test('import report: an object is named by what identifies it', () => {
  assert.equal(nameOf({ name: 'Web', clientId: 'web' }), 'web');
  assert.equal(nameOf({ alias: 'a', providerId: 'b' }), 'a');
  for (const value of [undefined, null, 'a', ['a'], { alias: 1 }, {}]) assert.equal(nameOf(value), undefined);
});

test('import report: of many names, the first are shown and the rest are counted', () => {
  assert.equal(joinFirst(['a', 'b', 'c']), 'a, b, c');
  assert.equal(joinFirst(['a', 'b', 'c', 'd'], 9), 'a, b, c and 6 more');
});

test('reference: each kind of effect is described in a sentence', () => {
  assert.equal(describeEffect('Shows it.'), 'Shows it.');
  assert.equal(describeEffect(kept('Nothing happens.')), 'Kept, but has no effect. Nothing happens.');
  assert.equal(describeEffect(partOf('on')), 'Kept, but has no effect, like `on`.');
  assert.equal(describeEffect(IGNORED), 'Ignored, as in Keycloak 26.');
});
