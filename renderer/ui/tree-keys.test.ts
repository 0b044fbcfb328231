import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepInTree, type TreeRow } from './tree-keys.ts';

const row = (key: string, level: number, expanded?: boolean): TreeRow => ({
  key,
  level,
  position: 1,
  siblings: 1,
  expanded,
  text: key,
});

/** staff (open): night (open): late, day (closed); guests. */
const ROWS = [
  row('staff', 1, true),
  row('night', 2, true),
  row('late', 3),
  row('day', 2, false),
  row('guests', 1),
];

for (const [from, key, expected] of [
  ['staff', 'ArrowDown', { move: 'night' }],
  ['guests', 'ArrowDown', undefined],
  ['night', 'ArrowUp', { move: 'staff' }],
  ['staff', 'ArrowUp', undefined],
  ['day', 'ArrowRight', { toggle: 'day' }],
  ['staff', 'ArrowRight', { move: 'night' }],
  ['late', 'ArrowRight', undefined],
  ['staff', 'ArrowLeft', { toggle: 'staff' }],
  ['day', 'ArrowLeft', { move: 'staff' }],
  ['late', 'ArrowLeft', { move: 'night' }],
  ['guests', 'ArrowLeft', undefined],
  ['late', 'Home', { move: 'staff' }],
  ['late', 'End', { move: 'guests' }],
  ['late', 'Enter', { choose: 'late' }],
  ['day', ' ', { choose: 'day' }],
  ['day', 'n', { move: 'night' }],
  ['night', 'G', { move: 'guests' }],
  ['night', 'x', undefined],
  ['night', 'Tab', undefined],
  ['gone', 'ArrowDown', { move: 'night' }],
] as const) {
  test(`ARIA Authoring Practices, Tree View: ${key === ' ' ? 'Space' : key} on ${from}`, () => {
    assert.deepEqual(stepInTree(ROWS, from, key), expected);
  });
}

test('ARIA Authoring Practices, Tree View: right on an open row whose children are not loaded yet does nothing', () => {
  assert.equal(stepInTree([row('a', 1, true), row('b', 1)], 'a', 'ArrowRight'), undefined);
});

test('ARIA Authoring Practices, Tree View: in an empty tree no key does anything', () => {
  assert.equal(stepInTree([], undefined, 'ArrowDown'), undefined);
});
