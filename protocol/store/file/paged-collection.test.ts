import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestFolder } from '../testing/folder.ts';
import { DamagedFileError } from './atomic-file.ts';
import { type Identified, PagedCollection } from './paged-collection.ts';

interface Item extends Identified {
  readonly value?: number;
}

const check: (item: unknown) => asserts item is Item = (item) => {
  if (typeof (item as Item | null)?.id !== 'string') throw new TypeError('an item has no id');
};

function openCollection(folder: string): PagedCollection<Item> {
  return new PagedCollection<Item>(folder, { check, pageSize: 2 });
}

async function filledCollection(folder: string, count: number): Promise<PagedCollection<Item>> {
  const collection = openCollection(folder);
  for (let index = 0; index < count; index++) collection.set({ id: `i${index}` });
  await collection.flush();
  return collection;
}

const ids = (items: readonly Item[]): string[] => items.map((item) => item.id);

test('items are read back in order of arrival, from all pages', async (context) => {
  const folder = join(await createTestFolder(context), 'items');
  await filledCollection(folder, 25);
  assert.equal((await readdir(folder)).length, 13);
  assert.deepEqual(
    ids(await openCollection(folder).load()),
    Array.from({ length: 25 }, (_, index) => `i${index}`),
  );
});

test('changing an item rewrites only its page', async (context) => {
  const folder = join(await createTestFolder(context), 'items');
  const collection = await filledCollection(folder, 6);
  const inodes = async () =>
    Promise.all(
      ['000000', '000001', '000002'].map(async (name) => (await stat(join(folder, `${name}.json`))).ino),
    );
  const before = await inodes();
  collection.set({ id: 'i2', value: 7 });
  await collection.flush();
  const after = await inodes();
  assert.deepEqual(
    after.map((inode, index) => inode === before[index]),
    [true, false, true],
  );
  assert.deepEqual((await openCollection(folder).load())[2], { id: 'i2', value: 7 });
});

test('an emptied page is removed, and its number is not reused while a later one exists', async (context) => {
  const folder = join(await createTestFolder(context), 'items');
  const collection = await filledCollection(folder, 5);
  collection.delete('i0');
  collection.delete('i1');
  collection.delete('unknown');
  await collection.flush();
  assert.deepEqual((await readdir(folder)).sort(), ['000001.json', '000002.json']);
  collection.set({ id: 'new' });
  await collection.flush();
  assert.deepEqual(ids(await openCollection(folder).load()), ['i2', 'i3', 'i4', 'new']);
});

test('after reading, new items fill the page that has room', async (context) => {
  const folder = join(await createTestFolder(context), 'items');
  await filledCollection(folder, 3);
  const collection = openCollection(folder);
  await collection.load();
  collection.set({ id: 'next' });
  await collection.flush();
  assert.equal((await readdir(folder)).length, 2);
});

test('changes during a write are on disk when their own flush resolves', async (context) => {
  const folder = join(await createTestFolder(context), 'items');
  const collection = openCollection(folder);
  const change = async (value: number): Promise<void> => {
    collection.set({ id: 'same', value });
    await collection.flush();
    const [onDisk] = await openCollection(folder).load();
    assert.ok((onDisk?.value ?? -1) >= value);
  };
  await Promise.all(Array.from({ length: 20 }, (_, value) => change(value)));
});

test('a change whose write failed stays in memory for the next flush', async (context) => {
  const parent = await createTestFolder(context);
  const folder = join(parent, 'missing', 'items');
  const collection = openCollection(folder);
  collection.set({ id: 'a' });
  await assert.rejects(collection.flush(), { code: 'ENOENT' });
  await filledCollection(join(parent, 'missing'), 1).catch(() => undefined);
  await collection.flush();
  assert.deepEqual(ids(await openCollection(folder).load()), ['a']);
});

for (const [what, content] of [
  ['is truncated', '[{"id":"i0"'],
  ['is not a list', '{"id":"i0"}'],
  ['contains an invalid item', '[{"id":"i0"},{"name":"x"}]'],
]) {
  test(`a page that ${what} is named and left untouched`, async (context) => {
    const folder = join(await createTestFolder(context), 'items');
    await filledCollection(folder, 4);
    const path = join(folder, '000001.json');
    await writeFile(path, content ?? '');
    const named = (error: unknown) => error instanceof DamagedFileError && error.path === path;
    await assert.rejects(openCollection(folder).load(), named);
    assert.equal(await readFile(path, 'utf8'), content);
  });
}

test('an item that a kill left in two pages is read once, and stays removed once removed', async (context) => {
  const folder = join(await createTestFolder(context), 'items');
  await filledCollection(folder, 4);
  await writeFile(join(folder, '000001.json'), '[{"id":"i2"},{"id":"i0","value":7}]');
  const collection = openCollection(folder);
  assert.deepEqual(await collection.load(), [{ id: 'i1' }, { id: 'i2' }, { id: 'i0', value: 7 }]);
  collection.delete('i0');
  await collection.flush();
  assert.deepEqual(ids(await openCollection(folder).load()), ['i1', 'i2']);
});

test('a file in place of the folder is reported as damage', async (context) => {
  const folder = join(await createTestFolder(context), 'items');
  await writeFile(folder, 'mine');
  const isNamed = (error: unknown) => error instanceof DamagedFileError && error.path === folder;
  await assert.rejects(openCollection(folder).load(), isNamed);
  const collection = openCollection(folder);
  const read = await collection.load(async (error) => {
    assert.ok(isNamed(error));
    await rm(folder);
  });
  assert.deepEqual(read, []);
  collection.set({ id: 'new' });
  await collection.flush();
  assert.deepEqual(ids(await openCollection(folder).load()), ['new']);
});

test('files that are not pages are left untouched', async (context) => {
  const folder = join(await createTestFolder(context), 'items');
  await filledCollection(folder, 1);
  await writeFile(join(folder, '000000.json.tmp'), 'cut o');
  await writeFile(join(folder, 'notes.txt'), 'mine');
  assert.deepEqual(ids(await openCollection(folder).load()), ['i0']);
});
