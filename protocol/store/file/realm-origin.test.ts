import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestFolder } from '../testing/folder.ts';
import { copyOrigin, findOriginTime, keepOrigin, originPath } from './realm-origin.ts';

async function writeRealm(path: string, users: boolean): Promise<void> {
  await mkdir(path);
  await writeFile(join(path, 'realm.json'), 'first');
  if (!users) return;
  await mkdir(join(path, 'users'));
  await writeFile(join(path, 'users', '000000.json'), 'ann');
  await writeFile(join(path, 'users', '000000.json.tmp'), 'draft');
}

test('an origin keeps what a file contained before it was replaced', async (context) => {
  const path = join(await createTestFolder(context), 'r');
  await writeRealm(path, true);
  await keepOrigin(path);
  for (const name of ['realm.json', 'users/000000.json']) {
    await writeFile(join(path, 'next'), 'changed');
    await rename(join(path, 'next'), join(path, name));
  }
  assert.equal(await readFile(join(originPath(path), 'realm.json'), 'utf8'), 'first');
  assert.equal(await readFile(join(originPath(path), 'users/000000.json'), 'utf8'), 'ann');
  assert.deepEqual(await readdir(join(originPath(path), 'users')), ['000000.json']);
});

test('a realm without an origin has no time of it, and nothing is copied', async (context) => {
  const folder = await createTestFolder(context);
  await writeRealm(join(folder, 'old'), false);
  await writeRealm(join(folder, 'new'), false);
  assert.equal(await findOriginTime(join(folder, 'old')), undefined);
  await copyOrigin(join(folder, 'old'), join(folder, 'new'));
  assert.deepEqual(await readdir(join(folder, 'new')), ['realm.json']);
});

test('a copied origin has the time and the content of the first', async (context) => {
  const folder = await createTestFolder(context);
  await writeRealm(join(folder, 'old'), false);
  await keepOrigin(join(folder, 'old'));
  await writeRealm(join(folder, 'new'), true);
  await copyOrigin(join(folder, 'old'), join(folder, 'new'));
  assert.equal(await findOriginTime(join(folder, 'new')), await findOriginTime(join(folder, 'old')));
  assert.deepEqual(await readdir(originPath(join(folder, 'new'))), ['realm.json']);
});
