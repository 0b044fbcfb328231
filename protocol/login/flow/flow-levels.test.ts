import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlowTree } from '#protocol/realm/flows/flow-tree.ts';
import { highestReached, isReached } from './flow-levels.ts';

const tree: FlowTree = {
  alias: 'mine',
  steps: [],
  levels: [
    { level: 1, maxAgeSeconds: 100 },
    { level: 2, maxAgeSeconds: 10 },
    { level: 3, maxAgeSeconds: Number.POSITIVE_INFINITY },
  ],
};

test('a level is reached until its maximum age is over', () => {
  const condition = { level: 2, maxAgeSeconds: 10 };
  assert.equal(isReached({ now: 10_000 }, { 2: 0 }, condition), true);
  assert.equal(isReached({ now: 10_001 }, { 2: 0 }, condition), false);
  assert.equal(isReached({ now: 0 }, { 1: 0 }, condition), false);
});

test('the highest level counts only as far as none below it is missing', () => {
  const at = (now: number, levels: Readonly<Record<string, number>>) => highestReached({ now, tree }, levels);
  assert.equal(at(0, {}), 0);
  assert.equal(at(0, { 1: 0, 2: 0, 3: 0 }), 3);
  assert.equal(at(11_000, { 1: 0, 2: 0, 3: 0 }), 1);
  assert.equal(at(0, { 2: 0, 3: 0 }), 0);
});
