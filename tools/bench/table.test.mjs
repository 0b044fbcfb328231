// Tests of the table in docs/benchmarks.md.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainRow, renderTable, replaceTable } from './table.mjs';

const ORDER = ['first', 'second'];
const documentWith = (table) => `before\n<!-- table -->\n${table}\n<!-- /table -->\nafter`;
const rowOf = (name, ms) => plainRow(name, [[ms], [2], [4]], 'ms');
const linesOf = (...rows) => renderTable(rows.map(({ line }) => line));

test('a row has the figures and the ratios to peer and limit', () => {
  assert.equal(rowOf('first', 1).line, '| first | 1 ms | 2 ms | 4 ms | 0.50 | 0.25 |');
});

test('measured rows replace earlier figures, and the others stay, marked', () => {
  const old = documentWith(`Earlier.\n\n${linesOf(rowOf('first', 1), rowOf('second', 2), rowOf('gone', 3))}`);
  const now = replaceTable(old, [rowOf('second', 8)], ORDER, 'This run.');
  const kept = rowOf('first', 1).line.replace('first', 'first *');
  const expected = renderTable([kept, rowOf('second', 8).line]);
  assert.equal(now, documentWith(`This run. Rows with * are from earlier runs.\n\n${expected}`));
  const again = replaceTable(now, [rowOf('second', 9)], ORDER, 'Next run.');
  assert.ok(again.includes(`\n${kept}\n`));
  const both = replaceTable(again, [rowOf('first', 5), rowOf('second', 9)], ORDER, 'Whole run.');
  assert.equal(both, documentWith(`Whole run.\n\n${linesOf(rowOf('first', 5), rowOf('second', 9))}`));
});

test('a table with other columns is replaced as a whole', () => {
  const old = documentWith('Earlier.\n\n| workload | understudy |\n|---|---|\n| first | 7 |');
  const now = replaceTable(old, [rowOf('second', 8)], ORDER, 'This run.');
  assert.equal(now, documentWith(`This run.\n\n${linesOf(rowOf('second', 8))}`));
});
