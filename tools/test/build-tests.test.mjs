// Tests of compiled tests, which must find the files next to their sources.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAst } from 'vite';
import { keepPlaces, removeLeftovers, wrapInSuite } from './build-tests.mjs';

const PATH = '/clone/protocol/a.test.ts';

test('a compiled module has the location of its source', () => {
  const code = 'join(import.meta.dirname, "x"); new URL("y", import.meta.url);';
  assert.equal(
    keepPlaces(code, PATH, parseAst),
    'join("/clone/protocol", "x"); new URL("y", "file:///clone/protocol/a.test.ts");',
  );
});

test('code inside strings, and other members, are unchanged', () => {
  const code = "const worker = 'new URL(import.meta.url)'; import.meta.resolve('jose');";
  assert.equal(keepPlaces(code, PATH, parseAst), code);
});

test('a test file becomes one suite with the same line numbers', () => {
  const code = "import { test } from 'node:test';\nconst a = 1;\ntest('x', () => {});\n";
  const wrapped = wrapInSuite(code, 'protocol/a.test.ts', parseAst);
  assert.deepEqual(wrapped.split('\n').slice(1), [
    '__suite("protocol/a.test.ts", async () => { const a = 1;',
    "test('x', () => {});",
    '',
    '});',
    '',
  ]);
  const late = wrapInSuite("f();\nimport 'node:fs';\ng();\n", 'a', parseAst).split('\n');
  assert.match(late[0], /import 'node:fs'; __suite\("a", async \(\) => \{ f\(\);$/);
  assert.deepEqual([late[1].trim(), late[2]], ['', 'g();']);
});

test('modules of a finished run are removed, those of a running one are not', (context) => {
  const runs = mkdtempSync(join(tmpdir(), 'build-tests-'));
  context.after(() => rmSync(runs, { recursive: true, force: true }));
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const name of [process.pid, pid, 'protocol'])
    mkdirSync(join(runs, String(name), 'oauth'), { recursive: true });
  removeLeftovers(runs);
  assert.deepEqual(readdirSync(runs), [String(process.pid)]);
  removeLeftovers(join(runs, 'none'));
});
