import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { LogFile } from './log-file.ts';

function setUp({ maxBytes = 0, backups = 2 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-log-'));
  const path = join(folder, 'deep', 'log', 'understudy.log');
  const faults: string[] = [];
  const file = new LogFile({
    path,
    maxBytes,
    backups,
    onFault: (what) => faults.push(what),
    onRecovery: (what) => faults.push(what),
  });
  return { folder, path, file, faults, read: (suffix = '') => readFileSync(path + suffix, 'utf8') };
}

test('service description §2.3: the folder is created, and lines are appended to an existing file', () => {
  const { file, read, path, faults } = setUp();
  assert.equal(file.open(), true);
  file.append('one\n');
  file.close();
  assert.equal(file.open(), true);
  file.append('two\n');
  file.close();
  assert.equal(read(), 'one\ntwo\n');
  assert.deepEqual(faults, []);
  if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o077, 0);
});

test('service description §7: if the folder cannot be created there is one fault and no file', () => {
  const { folder, path, file, faults } = setUp();
  writeFileSync(join(folder, 'deep'), 'a file where the folder should be');
  assert.equal(file.open(), false);
  assert.equal(faults.length, 1);
  assert.equal(existsSync(path), false);
});

test('service description §7: a folder below /proc, which cannot be created either, does not hang the start', {
  skip: process.platform !== 'linux' && 'only Linux has /proc',
}, () => {
  const faults: string[] = [];
  const path = '/proc/understudy/log/understudy.log';
  const file = new LogFile({
    path,
    maxBytes: 0,
    backups: 1,
    onFault: (message) => faults.push(message),
    onRecovery: (message) => faults.push(message),
  });
  assert.equal(file.open(), false);
  assert.equal(faults.length, 1);
});

test('service description §7: a folder in place of the file is one fault', () => {
  const { path, file, faults } = setUp();
  mkdirSync(path, { recursive: true });
  assert.equal(file.open(), false);
  assert.equal(faults.length, 1);
});

test('rotation is off by default', () => {
  const { file, path } = setUp();
  file.open();
  for (let index = 0; index < 100; index++) file.append('0123456789\n');
  file.close();
  assert.deepEqual(readdirSync(join(path, '..')), ['understudy.log']);
});

test('a file that would exceed its size is rotated, the newest to .1, and only the configured number is kept', () => {
  const { file, path, read } = setUp({ maxBytes: 10, backups: 2 });
  file.open();
  for (const text of ['aaaaaaaa\n', 'bbbbbbbb\n', 'cccccccc\n', 'dddddddd\n']) file.append(text);
  file.close();
  assert.deepEqual(readdirSync(join(path, '..')).sort(), [
    'understudy.log',
    'understudy.log.1',
    'understudy.log.2',
  ]);
  assert.deepEqual([read(), read('.1'), read('.2')], ['dddddddd\n', 'cccccccc\n', 'bbbbbbbb\n']);
});

test('a single write larger than the maximum size is not split', () => {
  const { file, read, path } = setUp({ maxBytes: 10 });
  file.open();
  file.append('longer than ten bytes\n');
  file.close();
  assert.equal(read(), 'longer than ten bytes\n');
  assert.deepEqual(readdirSync(join(path, '..')), ['understudy.log']);
});

test('lines lost because a file cannot be rotated are counted, and reported when writing works again', () => {
  const { file, path, faults } = setUp({ maxBytes: 10, backups: 1 });
  file.open();
  file.append('aaaaaaaa\n');
  mkdirSync(join(`${path}.1`, 'not empty'), { recursive: true });
  file.append('b\nb\nbbbbbbbb\n');
  file.append('cccccccccc\n');
  assert.equal(faults.length, 1);
  assert.match(faults[0] ?? '', /records are lost/);
});
