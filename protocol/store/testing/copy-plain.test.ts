import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyPlain } from './copy-plain.ts';

test('plain data comes back as another object, without members that are undefined', () => {
  const value = { a: [1, null, { b: 'x' }], c: undefined, d: Object.create(null) as object };
  const copy = copyPlain(value);
  assert.deepEqual(copy, { a: [1, null, { b: 'x' }], d: {} });
  assert.notEqual(copy.a, value.a);
});

for (const [what, value] of [
  ['a function', () => 1],
  ['a Map', new Map()],
  ['a Date', new Date(0)],
  ['bytes', Buffer.from('x')],
  ['an infinite number', Number.POSITIVE_INFINITY],
  ['NaN', Number.NaN],
  ['a bigint', 1n],
  ['undefined in a list', [undefined]],
] as const)
  test(`${what} is no plain data, and the error names its place`, () => {
    assert.throws(
      () => copyPlain({ a: [{ b: value }] }),
      /^TypeError: value\.a\.0\.b(\.0)? is no plain data/,
    );
  });
