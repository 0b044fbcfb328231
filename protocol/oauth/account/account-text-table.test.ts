import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ACCOUNT_TEXTS } from './account-text-table.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const CONSOLE = join(REPOSITORY, 'node_modules/@keycloak/keycloak-account-ui/lib');

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly string[];
}

/** Keycloak's sources of the console, as its source maps contain them. */
function readSources(): readonly string[] {
  return readdirSync(CONSOLE)
    .filter((name) => name.endsWith('.js.map'))
    .flatMap((name) => {
      const map = JSON.parse(readFileSync(join(CONSOLE, name), 'utf8')) as SourceMap;
      return map.sources.flatMap((source, index) =>
        source.includes('node_modules') ? [] : [map.sourcesContent[index] ?? ''],
      );
    });
}

/** Keys that a source looks up. A built library renames the function; that of elements has a name of its own. */
function keysOf(source: string): readonly string[] {
  const elements = new Set([...source.matchAll(/\bjsxs? as (\w+)/g)].map(([, name]) => name));
  const calls = [
    ...source.matchAll(/\b([A-Za-z]{1,2}|addError|addAlert)\(\s*["'`]([a-z][\w-]*)["'`](?=\s*[,)])/g),
  ];
  return [
    ...calls.filter(([, name = '']) => !elements.has(name)).map(([, , key = '']) => key),
    ...[...source.matchAll(/i18nKey="([\w-]+)"/g)].map(([, key = '']) => key),
  ];
}

test('every text that Keycloak’s screens look up by a constant key is in the table', () => {
  const keys = new Set(readSources().flatMap(keysOf));
  assert.ok(keys.size > 150, `${keys.size} keys`);
  assert.deepEqual(
    [...keys].filter((key) => ACCOUNT_TEXTS[key] === undefined),
    [],
  );
});

test('every label of the navigation is in the table', () => {
  interface Item {
    readonly label: string;
    readonly children?: readonly Item[];
  }
  const labels = (items: readonly Item[]): readonly string[] =>
    items.flatMap(({ label, children = [] }) => [label, ...labels(children)]);
  const content = readFileSync(join(REPOSITORY, 'renderer/account/public/content.json'), 'utf8');
  for (const label of labels(JSON.parse(content) as readonly Item[])) assert.ok(ACCOUNT_TEXTS[label], label);
});

test('every type and category of credentials has a name and a help text', () => {
  for (const type of ['password', 'otp', 'recovery-authn-codes'])
    for (const key of [type, `${type}-display-name`, `${type}-help-text`]) assert.ok(ACCOUNT_TEXTS[key], key);
  for (const category of ['basic-authentication', 'two-factor', 'passwordless'])
    assert.ok(ACCOUNT_TEXTS[category]);
});

test('every fault of a profile has a text', () => {
  const folder = join(REPOSITORY, 'protocol/realm/profile');
  const keys = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/'(error-(?!message)[a-z-]+|\w+ExistsMessage)'/g),
    ])
    .map(([, key = '']) => key);
  assert.ok(keys.length > 10);
  for (const key of keys) assert.ok(ACCOUNT_TEXTS[key], key);
});

test('placeholders are complete', () => {
  for (const [key, text] of Object.entries(ACCOUNT_TEXTS))
    assert.equal(text.replace(/\{\{\w+\}\}/g, '').search(/[{}]/), -1, key);
});
