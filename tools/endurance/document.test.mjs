// Tests of the tables in docs/reliability.md.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../paths.mjs';
import { renderTable, replaceTable } from './document.mjs';
import { SCENARIOS } from './options.mjs';

test('a table replaces that of its own scenario', () => {
  const text = 'a\n<!-- kills -->\nold\n<!-- /kills -->\nb\n<!-- soak -->\nkept\n<!-- /soak -->\n';
  const replaced = replaceTable(text, 'kills', renderTable([['x', '1']], 'here.'));
  assert.equal(
    replaced,
    'a\n<!-- kills -->\nhere.\n\n| what | figure |\n|---|---|\n| x | 1 |\n<!-- /kills -->\nb\n<!-- soak -->\nkept\n<!-- /soak -->\n',
  );
});

test('a document without the markers is refused', () => {
  assert.throws(() => replaceTable('<!-- /kills --> <!-- kills -->', 'kills', ''), /has no markers/);
});

test('docs/reliability.md has a place for the table of every scenario', () => {
  const text = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8');
  for (const name of SCENARIOS) assert.match(replaceTable(text, name, 'THE TABLE'), /\nTHE TABLE\n/);
});
