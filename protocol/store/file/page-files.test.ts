import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestFolder } from '../testing/folder.ts';
import { DamagedFileError } from './atomic-file.ts';
import { listPageNumbers, pageName, readPage, writePage } from './page-files.ts';
import { checkUser } from './stored-shapes.ts';

test('pages are listed by number, and other files are ignored', async (context) => {
  const folder = await createTestFolder(context);
  for (const number of [12, 3, 1_000_000]) await writePage(folder, number, []);
  for (const name of ['000004.json.tmp', '4.json', 'notes.txt']) await writeFile(join(folder, name), '');
  assert.deepEqual(await listPageNumbers(folder), [3, 12, 1_000_000]);
  assert.deepEqual(await listPageNumbers(join(folder, 'none')), []);
});

test('a page is read as it was written; a missing one is empty', async (context) => {
  const folder = await createTestFolder(context);
  const users = [{ id: '1', username: 'ann' }];
  await writePage(folder, 0, users);
  assert.deepEqual(await readPage(folder, 0, checkUser), users);
  assert.deepEqual(await readPage(folder, 1, checkUser), []);
});

for (const [title, text] of [
  ['a page that is not JSON', '[{'],
  ['a page that is not a list', '{}'],
  ['a page with an item that lacks a member', '[{"id":"1"}]'],
] as const)
  test(`${title} is refused by its path`, async (context) => {
    const folder = await createTestFolder(context);
    await writeFile(join(folder, pageName(0)), text);
    await assert.rejects(
      readPage(folder, 0, checkUser),
      (error) => error instanceof DamagedFileError && error.path === join(folder, '000000.json'),
    );
  });
