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

test('service description §2.3, configuration file: content is replaced, the mode stays, nothing is left beside', () => {
  const path = oldFile(0o644);
  replaceFile(path, NEW);
  assert.equal(readFileSync(path, 'utf8'), 'new');
  assert.equal(statSync(path).mode & 0o777, 0o644);
  assert.deepEqual(readdirSync(join(path, '..')), ['a.conf']);
});

test('service description §2.3, configuration file: a missing file is made with its folders, for its owner only', () => {
  const path = join(folder(), 'x', 'conf', 'a.conf');
  replaceFile(path, NEW);
  assert.equal(readFileSync(path, 'utf8'), 'new');
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('service description §2.3, configuration file: a symbolic link stays one, and the file behind it changes', () => {
  const target = oldFile();
  const link = join(folder(), 'link.conf');
  symlinkSync(target, link);
  replaceFile(link, NEW);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(readFileSync(target, 'utf8'), 'new');
  assert.equal(statSync(target).mode & 0o777, 0o640);
});

test('service description §2.3, configuration file: links to nothing lead to the file that is made', () => {
  const home = folder();
  symlinkSync('second.conf', join(home, 'first.conf'));
  symlinkSync('deep/real.conf', join(home, 'second.conf'));
  replaceFile(join(home, 'first.conf'), NEW);
  assert.equal(readlinkSync(join(home, 'first.conf')), 'second.conf');
  assert.equal(readFileSync(join(home, 'deep', 'real.conf'), 'utf8'), 'new');
});

test('service description §2.3, configuration file: links in a circle are refused', () => {
  const home = folder();
  symlinkSync('b', join(home, 'a'));
  symlinkSync('a', join(home, 'b'));
  refuses(join(home, 'a'), 'ELOOP');
});

test('service description §2.3, configuration file: a file that is marked read-only is refused, and stays', () => {
  const path = oldFile(0o444);
  refuses(path, 'EACCES');
  assert.equal(readFileSync(path, 'utf8'), OLD);
  assert.deepEqual(readdirSync(join(path, '..')), ['a.conf']);
});

test('service description §2.3, configuration file: a folder in the place of the file is refused', () => {
  const home = folder();
  mkdirSync(join(home, 'a.conf'));
  refuses(join(home, 'a.conf'), 'EISDIR');
});

test('service description §2.3, configuration file: a file in the place of the folder is refused', () => {
  refuses(join(oldFile(), 'a.conf'), 'ENOTDIR');
});

test('service description §2.3, configuration file: a name that no file can have is refused, and nothing is left', () => {
  const home = folder();
  refuses(join(home, 'x'.repeat(300)), 'ENAMETOOLONG');
  assert.deepEqual(readdirSync(home), []);
});
