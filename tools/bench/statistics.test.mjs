// Tests of the figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCount, formatMb, formatMs, median, percentile } from './statistics.mjs';

test('a percentile is the value that the given share of values does not exceed', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  assert.equal(percentile(values, 99), 99);
  assert.equal(percentile(values, 100), 100);
  assert.equal(percentile(values, 0), 1);
  assert.equal(values[0], 100);
});

test('a median is the middle value, or the mean of the two in the middle', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 30]), 3);
  assert.equal(median([5]), 5);
});

test('figures without measurements are NaN', () => {
  assert.equal(median([]), Number.NaN);
});

test('figures are written with their units', () => {
  assert.deepEqual(
    [formatCount(200_000), formatMb(3 * 2 ** 20), formatMs(812.4), formatMs(12_300)],
    ['200,000', '3.0 MB', '812 ms', '12.3 s'],
  );
});
