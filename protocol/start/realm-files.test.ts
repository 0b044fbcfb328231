// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders in realm files have this form
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { readRealmFiles } from './realm-files.ts';

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-realm-files-'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

test('Keycloak export: of a folder, every JSON file is read in order, with the users beside their realm', async () => {
  const folder = folderWith({
    'b-realm.json': { realm: 'b', users: [{ username: 'own' }] },
    'b-users-0.json': { realm: 'b', users: [{ username: 'one' }] },
    'b-users-1.json': { realm: 'b', users: [{ username: 'two' }] },
    'a.json': [{ realm: 'a' }, { realm: '${NAME}' }],
    'notes.txt': 'no realm',
  });
  mkdirSync(join(folder, 'below'));
  const found = await readRealmFiles(folder, { NAME: 'filled' });
  assert.deepEqual(
    found.map(({ realm }) => [realm.realm, realm.users?.map(({ username }) => username)]),
    [
      ['a', undefined],
      ['filled', undefined],
      ['b', ['own', 'one', 'two']],
    ],
  );
  assert.equal(found[2]?.path, join(folder, 'b-realm.json'));
});

test('an empty folder contains no realm', async () => {
  assert.deepEqual(await readRealmFiles(folderWith({}), {}), []);
});

const REFUSED: readonly (readonly [title: string, files: Readonly<Record<string, unknown>>, name: string])[] =
  [
    ['not JSON', { 'a.json': '{' }, 'a.json'],
    ['no realm', { 'a.json': '[]' }, 'a.json'],
    [
      'a users file that is not JSON',
      { 'a-realm.json': { realm: 'a' }, 'a-users-0.json': '[' },
      'a-users-0.json',
    ],
  ];
for (const [title, files, name] of REFUSED) {
  test(`bad input: ${title} is refused with the file and a remedy, exit code 1`, async () => {
    const folder = folderWith(files);
    await assert.rejects(
      readRealmFiles(folder, {}),
      (error) =>
        error instanceof OptionError &&
        error.exitCode === 1 &&
        error.message.includes(join(folder, name)) &&
        error.remedy !== '',
    );
  });
}

test('bad input: a missing file is refused by name', async () => {
  const path = join(folderWith({}), 'none.json');
  await assert.rejects(readRealmFiles(path, {}), (error) => String(error).includes(path));
});
