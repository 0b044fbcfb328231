import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { replaceFile } from './replace-file.ts';

const OLD = 'old';
const NEW = Buffer.from('new');

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'understudy-replace-'));
}

function oldFile(mode = 0o640): string {
  const path = join(folder(), 'a.conf');
  writeFileSync(path, OLD);
  chmodSync(path, mode);
  return path;
}

function refuses(path: string, code: string): void {
  assert.throws(
    () => replaceFile(path, NEW),
    (error) => error instanceof Error && 'code' in error && error.code === code,
  );
}

test('service description §2.3, configuration file: content is replaced, the mode stays, no other file is left behind', () => {
  const path = oldFile(0o644);
  replaceFile(path, NEW);
  assert.equal(readFileSync(path, 'utf8'), 'new');
  assert.equal(statSync(path).mode & 0o777, 0o644);
  assert.deepEqual(readdirSync(join(path, '..')), ['a.conf']);
});

test('service description §2.3, configuration file: a missing file is created with its folders, readable by its owner only', () => {
  const path = join(folder(), 'x', 'conf', 'a.conf');
  replaceFile(path, NEW);
  assert.equal(readFileSync(path, 'utf8'), 'new');
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('service description §2.3, configuration file: a symbolic link is kept, and its target changes', () => {
  const target = oldFile();
  const link = join(folder(), 'link.conf');
  symlinkSync(target, link);
  replaceFile(link, NEW);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(readFileSync(target, 'utf8'), 'new');
  assert.equal(statSync(target).mode & 0o777, 0o640);
});

test('service description §2.3, configuration file: dangling links lead to the created file', () => {
  const home = folder();
  symlinkSync('second.conf', join(home, 'first.conf'));
  symlinkSync('deep/real.conf', join(home, 'second.conf'));
  replaceFile(join(home, 'first.conf'), NEW);
  assert.equal(readlinkSync(join(home, 'first.conf')), 'second.conf');
  assert.equal(readFileSync(join(home, 'deep', 'real.conf'), 'utf8'), 'new');
});

test('service description §2.3, configuration file: circular links are rejected', () => {
  const home = folder();
  symlinkSync('b', join(home, 'a'));
  symlinkSync('a', join(home, 'b'));
  refuses(join(home, 'a'), 'ELOOP');
});

test('service description §2.3, configuration file: a read-only file is rejected and stays unchanged', () => {
  const path = oldFile(0o444);
  refuses(path, 'EACCES');
  assert.equal(readFileSync(path, 'utf8'), OLD);
  assert.deepEqual(readdirSync(join(path, '..')), ['a.conf']);
});

test('service description §2.3, configuration file: a folder in place of the file is rejected', () => {
  const home = folder();
  mkdirSync(join(home, 'a.conf'));
  refuses(join(home, 'a.conf'), 'EISDIR');
});

test('service description §2.3, configuration file: a file in place of the folder is rejected', () => {
  refuses(join(oldFile(), 'a.conf'), 'ENOTDIR');
});

test('service description §2.3, configuration file: an invalid file name is rejected, and no file is left behind', () => {
  const home = folder();
  refuses(join(home, 'x'.repeat(300)), 'ENAMETOOLONG');
  assert.deepEqual(readdirSync(home), []);
});
