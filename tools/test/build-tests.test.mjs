// Tests of translated tests: they must find the files that are beside their sources.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAst } from 'vite';
import { keepPlaces } from './build-tests.mjs';

const PATH = '/clone/protocol/a.test.ts';

test('a module gets the place of its source', () => {
  const code = 'join(import.meta.dirname, "x"); new URL("y", import.meta.url);';
  assert.equal(
    keepPlaces(code, PATH, parseAst),
    'join("/clone/protocol", "x"); new URL("y", "file:///clone/protocol/a.test.ts");',
  );
});

test('code inside a text, and other members, stay as they are', () => {
  const code = "const worker = 'new URL(import.meta.url)'; import.meta.resolve('jose');";
  assert.equal(keepPlaces(code, PATH, parseAst), code);
});
