import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import * as DE from './de/index.ts';
import * as EN from './en/index.ts';

const root = resolve(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^texts[\\/](en|de)[\\/]|^account[\\/]/.test(path))
  .map((path) => ({
    path,
    source: readFileSync(join(root, path), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''),
  }));

const namespaces = Object.keys(EN).join('|');
const withoutForm = (name: string): string => name.replace(/_(one|other)$/, '');
const keysOf = (tables: object): string[] =>
  Object.entries(tables).flatMap(([namespace, table]) =>
    Object.keys(table as object).map((name) => `${namespace}:${name}`),
  );
const known = new Set(keysOf(EN).map(withoutForm));
const written = sources.flatMap(({ source }) =>
  [...source.matchAll(new RegExp(`(['"])((?:${namespaces}):[A-Za-z][\\w.]*)\\1`, 'g'))].map(
    ([, , key = '']) => key,
  ),
);

test('issue 18 "Console in languages": each text that the console names exists', () => {
  assert.deepEqual(
    written.filter((key) => !known.has(key)),
    [],
  );
});

test('issue 18 "Console in languages": each text is used, and named in full where it is used', () => {
  const used = new Set(written);
  assert.deepEqual(
    [...known].filter((key) => !used.has(key)),
    [],
  );
  const composed = sources.filter(({ source }) =>
    new RegExp(`\`(?:${namespaces}):\\w*[.\\w]*\\$\\{`).test(source),
  );
  assert.deepEqual(
    composed.map(({ path }) => path),
    [],
  );
});

test('issue 18 "Console in languages": German has every text in every form, and none besides', () => {
  assert.deepEqual(keysOf(DE).sort(), keysOf(EN).sort());
});

const germanTables = new Map(Object.entries<Readonly<Record<string, string>>>({ ...DE }));

const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{[^}]*\}\}|<\/?\w+\/?>/g)].map(([word]) => word).sort();

for (const [namespace, table] of Object.entries(EN))
  test(`issue 18 "Console in languages": placeholders and marks of "${namespace}" are the same in German`, () => {
    const german = germanTables.get(namespace) ?? {};
    for (const [name, english] of Object.entries(table))
      assert.deepEqual(wordsOf(german[name] ?? ''), wordsOf(english), `${namespace}:${name}`);
  });

test('issue 18 "Console in languages": no text is empty, or begins or ends with a blank', () => {
  for (const tables of [EN, DE])
    for (const [namespace, table] of Object.entries(tables))
      for (const [name, text] of Object.entries<string>(table))
        assert.match(text, /^\S(.*\S)?$/s, `${namespace}:${name}`);
});

test('issue 18 "Console in languages": German texts have German quotation marks and no straight ones', () => {
  for (const [namespace, table] of Object.entries(DE))
    for (const [name, text] of Object.entries<string>(table)) {
      assert.doesNotMatch(text, /"|”/, `${namespace}:${name}`);
      assert.equal(text.split('„').length, text.split('“').length, `${namespace}:${name}`);
    }
});
