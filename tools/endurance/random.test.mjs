// Tests of repeatable random choices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from './random.mjs';

const take = (seed) =>
  Array.from({ length: 20 }, () => createRandom(seed)).map((random) => random.below(1000));
const sequence = (seed) => {
  const random = createRandom(seed);
  return Array.from({ length: 200 }, () => random.below(10));
};

test('the same seed gives the same choices, another seed different ones', () => {
  assert.equal(new Set(take('5:1')).size, 1);
  assert.deepEqual(sequence('5:1'), sequence('5:1'));
  assert.notDeepEqual(sequence('5:1'), sequence('5:2'));
});

test('every number below the limit occurs, and none above it', () => {
  assert.deepEqual([...new Set(sequence(3))].sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.equal(createRandom(1).bytes(16).length, 16);
});
