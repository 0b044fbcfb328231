import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { EN } from './en.ts';
import { ACCOUNT_TEXTS } from './table.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const CONSOLE = join(REPOSITORY, 'node_modules/@keycloak/keycloak-account-ui/lib');

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly string[];
}

const TEXTS: Readonly<Record<string, string>> = ACCOUNT_TEXTS.en;

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
    [...keys].filter((key) => TEXTS[key] === undefined),
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
  for (const label of labels(JSON.parse(content) as readonly Item[])) assert.ok(TEXTS[label], label);
});

test('every type and category of credentials has a name and a help text', () => {
  for (const type of ['password', 'otp', 'recovery-authn-codes'])
    for (const key of [type, `${type}-display-name`, `${type}-help-text`]) assert.ok(TEXTS[key], key);
  for (const category of ['basic-authentication', 'two-factor', 'passwordless']) assert.ok(TEXTS[category]);
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
  for (const key of keys) assert.ok(TEXTS[key], key);
});

test('placeholders are complete', () => {
  for (const [key, text] of Object.entries(TEXTS))
    assert.equal(text.replace(/\{\{\w+\}\}/g, '').search(/[{}]/), -1, key);
});

/** Our sources that name a text: the page, and what the account API and the names of clients refer to. */
function readOwnSources(): string {
  const folders = [
    'renderer/account',
    'renderer/account/public',
    'protocol/oauth/account',
    'protocol/realm/profile',
    'protocol/realm/users',
  ];
  const names = folders.flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder))
      .filter((name) => /\.(tsx?|json)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => join(REPOSITORY, folder, name)),
  );
  return names.map((name) => readFileSync(name, 'utf8')).join('\n');
}

/** Keys that are put together: names of clients, and types and categories of credentials. */
const COMPOSED = /^(client_[\w-]+|[\w-]+-(display-name|help-text)|passwordless)$/;

test('no text is unused: its key is in the sources of Keycloak’s screens or in ours', () => {
  const sources = [...readSources(), readOwnSources()].join('\n');
  const isUsed = (key: string): boolean =>
    [`"${key}"`, `'${key}'`, `\`${key}\``].some((part) => sources.includes(part));
  const unused = Object.keys(EN).filter(
    (key) => !COMPOSED.test(key) && !isUsed(key.replace(/_(zero|one|other)$/, '')),
  );
  assert.deepEqual(unused, []);
});
