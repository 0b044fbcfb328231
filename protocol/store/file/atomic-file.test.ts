import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { createTestFolder } from '../testing/folder.ts';
import {
  AtomicFile,
  createPrivateFolder,
  DamagedFileError,
  toReadError,
  writeFileDurably,
} from './atomic-file.ts';

const anything: (value: unknown) => asserts value is unknown = () => undefined;

test('a missing file reads as null', async (context) => {
  const folder = await createTestFolder(context);
  assert.equal(await new AtomicFile(join(folder, 'x.json'), anything).read(), null);
});

for (const [what, content] of [
  ['empty', ''],
  ['truncated', '{"a":1'],
  ['binary', '\u0000\u0001'],
]) {
  test(`an unusable file that is ${what} is named and left untouched`, async (context) => {
    const path = join(await createTestFolder(context), 'x.json');
    await writeFile(path, content ?? '');
    const named = (error: unknown) => error instanceof DamagedFileError && error.message.includes(path);
    await assert.rejects(new AtomicFile(path, anything).read(), named);
    assert.equal(await readFile(path, 'utf8'), content);
  });
}

test('a file with invalid content is named with the fault', async (context) => {
  const path = join(await createTestFolder(context), 'x.json');
  await writeFile(path, '[]');
  const file = new AtomicFile<object>(path, () => {
    throw new TypeError('order is not a number');
  });
  await assert.rejects(file.read(), /x\.json cannot be used: order is not a number/);
});

test('a folder in place of the file is reported as a damaged file', async (context) => {
  await assert.rejects(new AtomicFile(await createTestFolder(context), anything).read(), DamagedFileError);
});

test('overlapping writes end with the newest data, and each is on disk when it is acknowledged', async (context) => {
  const path = join(await createTestFolder(context), 'x.json');
  const file = new AtomicFile<{ n: number }>(
    path,
    anything as (value: unknown) => asserts value is { n: number },
  );
  const writes = Array.from({ length: 30 }, async (_, n) => {
    await file.write({ n });
    const onDisk = JSON.parse(await readFile(path, 'utf8')) as { n: number };
    assert.ok(onDisk.n >= n);
  });
  await Promise.all(writes);
  assert.deepEqual(await file.read(), { n: 29 });
});

test('a failed write is reported and leaves the old content and no draft; later writes work', async (context) => {
  const folder = join(await createTestFolder(context), 'folder');
  const file = new AtomicFile(join(folder, 'x.json'), anything);
  await assert.rejects(file.write(1), { code: 'ENOENT' });
  await mkdir(folder);
  await file.write(2);
  await mkdir(join(folder, 'x.json.tmp'));
  await assert.rejects(file.write(3), { code: 'EISDIR' });
  assert.equal(await file.read(), 2);
});

test('files and folders are accessible by their owner only', {
  skip: process.platform === 'win32',
}, async (context) => {
  const folder = join(await createTestFolder(context), 'private');
  await createPrivateFolder(folder);
  await createPrivateFolder(folder);
  await writeFileDurably(join(folder, 'x'), 'secret');
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  assert.equal((await stat(join(folder, 'x'))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder), ['x']);
});

for (const code of ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR', 'EBUSY']) {
  test(`${code} is a temporary error: the read can be retried`, () => {
    const fault = Object.assign(new Error(code), { code, syscall: 'open' });
    const error = toReadError('/data/realm.json', fault);
    assert.ok(error instanceof StorageError);
    assert.equal(error.operation, 'read');
  });
}

for (const code of ['EACCES', 'EISDIR', 'ENOTDIR', 'EIO']) {
  test(`${code} makes a file unusable until it is repaired`, () => {
    const fault = Object.assign(new Error(code), { code, syscall: 'open' });
    assert.ok(toReadError('/data/realm.json', fault) instanceof DamagedFileError);
  });
}
