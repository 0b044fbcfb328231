// Compares the reference page of log categories with the code, in both directions.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LOG_HANDLERS } from './handlers/table.ts';

const protocol = join(import.meta.dirname, '..');
const page = readFileSync(join(protocol, '../docs/reference/log-categories.md'), 'utf8');

/** The first column of the table. */
const documented = new Set(
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)),
);

const sources = readdirSync(protocol, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|[\\/])test-|[\\/]log[\\/]logger\.ts$/.test(path))
  .map((path) => readFileSync(join(protocol, path), 'utf8'));

/** Category names in code: the last parts of dotted names. */
const given = new Set(
  sources.flatMap((text) => [...text.matchAll(/\.child\('([^']+)'\)/g)].map(([, name = '']) => name)),
);

/** Names from tables: log handlers, protocols of exchanges. */
const fromTables = new Set([
  ...LOG_HANDLERS.map(({ name }) => name),
  'oauth',
  'ciba',
  'saml',
  'registry',
  'login',
  'admin',
  'http',
]);

function lastPart(category: string): string {
  return category.slice(category.lastIndexOf('.') + 1);
}

test('service description §2.3: every category that the code uses is in the reference', () => {
  const known = new Set([...documented].map(lastPart));
  assert.ok(given.size > 10);
  assert.deepEqual(
    [...given, ...fromTables].filter((name) => !known.has(name)),
    [],
  );
});

test('service description §2.3: every category in the reference is used', () => {
  const written = new Set([...given, ...fromTables, 'gelf']);
  assert.deepEqual(
    [...documented].filter((category) => !written.has(lastPart(category))),
    [],
  );
});

test('service description §2.3: the parent of each category is in the reference, too', () => {
  const parents = [...documented]
    .filter((name) => name.includes('.'))
    .map((name) => name.slice(0, name.lastIndexOf('.')));
  assert.deepEqual(
    parents.filter((parent) => !documented.has(parent)),
    [],
  );
});
