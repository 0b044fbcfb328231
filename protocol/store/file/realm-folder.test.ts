import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createTestFolder } from '../testing/folder.ts';
import { DamagedFileError } from './atomic-file.ts';
import { isLeftover, parseReplaced, RealmFolder, realmFolderName } from './realm-folder.ts';

const file = { order: 1, realm: { id: 'r', realm: 'demo' } };
const users = [
  { id: 'u1', username: 'alice', email: 'a@x' },
  { id: 'u2', username: 'bob' },
];
const unique = (): boolean => true;

const idsOnDisk = async (path: string): Promise<string[]> =>
  (await new RealmFolder(path).users(unique)).list().map((user) => user.id);

for (const [id, plain] of [
  ['8c1e8d0e-5f5c-4b5a-9c3e-0a6a3f2b1c4d', true],
  ['master', true],
  ['Master', false],
  ['../../etc', false],
  ['.new-x', false],
  ['con', false],
  ['a b', false],
  ['ä', false],
  ['x'.repeat(300), false],
] as const) {
  test(`a realm with id ${id.slice(0, 40)} gets a folder ${plain ? 'of that name' : 'named by a digest'}`, () => {
    const name = realmFolderName(id);
    if (plain) assert.equal(name, id);
    else assert.match(name, /^~[0-9a-f]{64}$/);
    assert.equal(isLeftover(name), false);
  });
}

test('a created realm is read back with its users', async (context) => {
  const path = join(await createTestFolder(context), 'r');
  await RealmFolder.create(path, file, users);
  assert.deepEqual(await new RealmFolder(path).readRealm(), file);
  assert.deepEqual(await idsOnDisk(path), ['u1', 'u2']);
});

test('a failed creation leaves nothing behind and can be retried', async (context) => {
  const folder = await createTestFolder(context);
  const path = join(folder, 'r');
  await mkdir(path);
  await writeFile(join(path, 'mine.txt'), 'in the way');
  await assert.rejects(RealmFolder.create(path, file, users));
  assert.deepEqual(await readdir(folder), ['r']);
  assert.deepEqual(await readdir(path), ['mine.txt']);
  await rm(path, { recursive: true });
  await RealmFolder.create(path, file, users);
});

test('the rest of an interrupted creation does not become part of the next one', async (context) => {
  const folder = await createTestFolder(context);
  await mkdir(join(folder, '.new-r', 'users'), { recursive: true });
  await writeFile(join(folder, '.new-r', 'users', '000009.json'), '[{"id":"u9","username":"stranger"}]');
  assert.equal(isLeftover('.new-r'), true);
  const path = join(folder, 'r');
  await RealmFolder.create(path, file, users);
  assert.deepEqual(await idsOnDisk(path), ['u1', 'u2']);
});

test('a removed realm leaves nothing behind, even after an interrupted removal', async (context) => {
  const folder = await createTestFolder(context);
  await mkdir(join(folder, '.removed-r', 'users'), { recursive: true });
  const realm = await RealmFolder.create(join(folder, 'r'), file, users);
  await realm.remove();
  assert.deepEqual(await readdir(folder), []);
});

test('a replaced realm leaves nothing behind but the new one', async (context) => {
  const folder = await createTestFolder(context);
  const old = await RealmFolder.create(join(folder, 'r'), file, users);
  const path = join(folder, 'r');
  const draft = await RealmFolder.draft(path, { ...file, realm: { id: 'r', realm: 'new' } }, users.slice(1));
  await old.replace(draft, path);
  assert.deepEqual(await readdir(folder), ['r']);
  assert.deepEqual(await idsOnDisk(join(folder, 'r')), ['u2']);
  assert.equal((await new RealmFolder(join(folder, 'r')).readRealm()).realm.realm, 'new');
});

test('a realm stays in its place, unchanged, when another one cannot take it', async (context) => {
  const folder = await createTestFolder(context);
  const old = await RealmFolder.create(join(folder, 'r'), file, users);
  const taken = join(folder, 'taken');
  await mkdir(taken);
  await writeFile(join(taken, 'mine.txt'), 'in the way');
  await assert.rejects(old.replace(await RealmFolder.draft(taken, file, []), taken));
  assert.deepEqual(await readdir(folder), ['r', 'taken']);
  assert.deepEqual(await idsOnDisk(join(folder, 'r')), ['u1', 'u2']);
});

for (const [name, expected] of [
  ['.replaced-r@new', { to: 'r', there: 'new' }],
  ['.replaced-r', undefined],
  ['.removed-r@new', undefined],
  ['r@new', undefined],
] as const) {
  test(`a folder ${name} is ${expected === undefined ? 'not ' : ''}the rest of a replacement`, () => {
    assert.deepEqual(parseReplaced(name), expected);
  });
}

test('a folder without a realm file is named and left untouched', async (context) => {
  const path = join(await createTestFolder(context), 'r');
  await RealmFolder.create(path, file, users);
  await rm(join(path, 'realm.json'));
  await assert.rejects(new RealmFolder(path).readRealm(), /realm\.json cannot be used: it is missing/);
  assert.deepEqual(await readdir(path), ['origin', 'users']);
});

test('duplicate users on disk are reported as damage, not as a conflict of the request', async (context) => {
  const path = join(await createTestFolder(context), 'r');
  const folder = await RealmFolder.create(path, file, users);
  await writeFile(join(path, 'users', '000001.json'), JSON.stringify([{ id: 'u3', username: 'Alice' }]));
  await assert.rejects(folder.users(unique), DamagedFileError);
});

test('users are read once for concurrent callers, and again after a failure', async (context) => {
  const path = join(await createTestFolder(context), 'r');
  const folder = await RealmFolder.create(path, file, users);
  const page = join(path, 'users', '000000.json');
  const good = await readFile(page, 'utf8');
  await writeFile(page, 'x');
  await assert.rejects(folder.users(unique), DamagedFileError);
  await writeFile(page, good);
  const [one, other] = await Promise.all([folder.users(unique), folder.users(unique)]);
  assert.equal(one, other);
  assert.equal(one?.list().length, 2);
});

test('RFC 7009 §2.2: revoked tokens are read back', async (context) => {
  const path = join(await createTestFolder(context), 'r');
  const folder = await RealmFolder.create(path, file, []);
  assert.deepEqual(await folder.readRevokedTokens(silentLogger), {});
  await folder.writeRevokedTokens({ j1: 100 });
  assert.deepEqual(await new RealmFolder(path).readRevokedTokens(silentLogger), { j1: 100 });
});
