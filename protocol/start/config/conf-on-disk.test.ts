import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfOnDisk, restoreConfOnDisk, writeConfOnDisk } from './conf-on-disk.ts';

function place(): string {
  return join(mkdtempSync(join(tmpdir(), 'understudy-conf-')), 'understudy.conf');
}

test('RFC 9110 §8.8.3: every content has its own ETag, including no file and an empty file', () => {
  const path = place();
  const etags = [readConfOnDisk(path).etag];
  for (const text of ['', 'a', 'b']) {
    writeFileSync(path, text);
    etags.push(readConfOnDisk(path).etag);
  }
  assert.equal(new Set(etags).size, 4);
  writeFileSync(path, 'a');
  assert.equal(readConfOnDisk(path).etag, etags[2]);
  for (const etag of etags) assert.match(etag, /^[\w-]{1,64}$/);
});

test('service description §2.3, configuration file: a missing file is empty, an unreadable one is a fault with its path', () => {
  const path = place();
  const missing = readConfOnDisk(path);
  assert.deepEqual([missing.exists, missing.bytes.length, missing.fault], [false, 0, undefined]);
  mkdirSync(path);
  const { exists, fault } = readConfOnDisk(path);
  assert.equal(exists, false);
  assert.deepEqual(fault?.key, 'config-file');
  assert.equal(fault?.problem, `${path} cannot be read (EISDIR)`);
});

test('service description §2.3, configuration file: a file that cannot be written is a fault with path and remedy', () => {
  const path = place();
  writeFileSync(path, 'a');
  chmodSync(path, 0o444);
  const fault = writeConfOnDisk(path, Buffer.from('b'));
  assert.equal(fault?.problem, `${path} cannot be written (EACCES)`);
  assert.match(fault?.remedy ?? '', /--config-file/);
  assert.equal(readFileSync(path, 'utf8'), 'a');
});

test('service description §2.3, configuration file: a change can be reverted to the previous file, or to no file', () => {
  const path = place();
  const missing = readConfOnDisk(path);
  assert.equal(writeConfOnDisk(path, Buffer.from('a')), undefined);
  const before = readConfOnDisk(path);
  writeConfOnDisk(path, Buffer.from('b'));
  restoreConfOnDisk(before);
  assert.equal(readFileSync(path, 'utf8'), 'a');
  restoreConfOnDisk(missing);
  assert.equal(existsSync(path), false);
});
