// Tests of the tables in docs/reliability.md.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../paths.mjs';
import { describeRun, renderTable, replaceTable } from './document.mjs';
import { SCENARIOS } from './options.mjs';

test('a table replaces that of its own scenario', () => {
  const text = 'a\n<!-- kills -->\nold\n<!-- /kills -->\nb\n<!-- soak -->\nkept\n<!-- /soak -->\n';
  const replaced = replaceTable(text, 'kills', renderTable([['x', '1']], 'here.'));
  assert.equal(
    replaced,
    'a\n<!-- kills -->\nhere.\n\n| what | figure |\n|---|---|\n| x | 1 |\n<!-- /kills -->\nb\n<!-- soak -->\nkept\n<!-- /soak -->\n',
  );
});

test('a document without the markers is rejected', () => {
  assert.throws(() => replaceTable('<!-- /kills --> <!-- kills -->', 'kills', ''), /has no markers/);
});

test('docs/reliability.md has a place for the table of every scenario', () => {
  const text = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8');
  for (const name of SCENARIOS) assert.match(replaceTable(text, name, 'THE TABLE'), /\nTHE TABLE\n/);
});

test('a table names the seed and the length of its run', () => {
  assert.match(describeRun({ minutes: 29.7, seed: 7 }), /^Node .*, 30 minutes, --seed=7\.$/);
  assert.match(describeRun({ minutes: 1.2, seed: 7 }), /, 1 minute,/);
  assert.match(describeRun({ minutes: 0.6, seed: 7 }), /, less than a minute,/);
});
