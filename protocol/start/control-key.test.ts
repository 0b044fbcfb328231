import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { CONTROL_KEY_FILE, type ControlKey, createControlKey } from './control-key.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'understudy-control-key-'));

const setUp = () => {
  const clock = createMovableClock({ now: () => Date.UTC(2030, 0, 1) });
  const store = createMemoryStore();
  const create = (dataDir: string, own = store): Promise<ControlKey> =>
    createControlKey({ dataDir, store: own, clock, log: silentLogger });
  return { clock, create };
};

const written = (folder: string): string => readFileSync(join(folder, CONTROL_KEY_FILE), 'utf8').trim();

test('test kit "control key": it is new at each start, and only the owner can read its file', async () => {
  const { create } = setUp();
  const folder = join(newFolder(), 'data');
  const first = await create(folder);
  assert.equal(written(folder), first.key);
  assert.equal(statSync(join(folder, CONTROL_KEY_FILE)).mode & 0o777, 0o600);
  assert.match(first.key, /^[\w-]{43}$/);
  const second = await create(folder, createMemoryStore());
  assert.notEqual(second.key, first.key);
  for (const { remove } of [first, second]) remove();
});

test('test kit "control key": a file that everybody can read is replaced, not reused', async () => {
  const { create } = setUp();
  const folder = newFolder();
  const path = join(folder, CONTROL_KEY_FILE);
  writeFileSync(path, 'old', { mode: 0o666 });
  const { remove } = await create(folder);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  remove();
});

test('test kit "control key": the file is gone after the stop', async () => {
  const folder = newFolder();
  (await setUp().create(folder)).remove();
  assert.equal(existsSync(join(folder, CONTROL_KEY_FILE)), false);
});

test('issue "State in PostgreSQL" 4: servers of one store have one control key, each in its data directory', async () => {
  const { clock, create } = setUp();
  const folders = [newFolder(), newFolder(), newFolder()];
  const [first, second] = [await create(folders[0] ?? ''), await create(folders[1] ?? '')];
  // Longer than a key is valid without renewal.
  for (let seconds = 0; seconds < 300; seconds += 40) {
    clock.setOffsetMs(seconds * 1000);
    await second.renew();
  }
  const third = await create(folders[2] ?? '');
  for (const { key } of [second, third]) assert.equal(key, first.key);
  assert.deepEqual(folders.map(written), Array(3).fill(first.key));
  for (const { remove } of [first, second, third]) remove();
});

test('test kit "control key": one minute after the last server stops, the key is no longer valid', async () => {
  const { clock, create } = setUp();
  const ended = await create(newFolder());
  ended.remove();
  clock.setOffsetMs(60_000);
  const next = await create(newFolder());
  assert.notEqual(next.key, ended.key);
  next.remove();
});

test('issue "State in PostgreSQL" 4: servers that lost each other for a while agree on one key again', async () => {
  const { clock, create } = setUp();
  const [early, late] = [newFolder(), newFolder()];
  const first = await create(early);
  clock.setOffsetMs(60_000);
  const second = await create(late);
  assert.notEqual(first.key, second.key);
  await first.renew();
  assert.equal(first.key, second.key);
  assert.equal(written(early), second.key);
  for (const { remove } of [first, second]) remove();
});

test('a key that cannot be renewed stays as it is', async () => {
  const { clock, create } = setUp();
  const folder = newFolder();
  const first = await create(folder);
  clock.setOffsetMs(60_000);
  const second = await create(newFolder());
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'in the way');
  const { key } = first;
  await first.renew();
  assert.equal(first.key, key);
  rmSync(folder);
  for (const { remove } of [first, second]) remove();
});

test('bad input: a file that cannot be written ends the start with its path and exit code 1', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, CONTROL_KEY_FILE, 'in-the-way'), { recursive: true });
  await assert.rejects(setUp().create(folder), (error) => {
    assert.ok(error instanceof OptionError);
    assert.match(error.toLine(), /^data-dir: \S+control-key cannot be written \(\w+\)\. Make the data/);
    assert.equal(error.exitCode, 1);
    return true;
  });
});
