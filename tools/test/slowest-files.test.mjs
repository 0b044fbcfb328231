import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSlowestFiles } from './slowest-files.mjs';

test('the ten slowest files are shown, the slowest first', () => {
  const durations = Array.from({ length: 12 }, (_, index) => [`${index}.test.ts`, index * 1000]);
  const lines = describeSlowestFiles(durations);
  assert.equal(lines.length, 10);
  assert.deepEqual([lines[0], lines.at(-1)], ['  11.0 s  11.test.ts', '   2.0 s  2.test.ts']);
});
