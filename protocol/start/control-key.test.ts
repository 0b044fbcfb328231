import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { CONTROL_KEY_FILE, createControlKey } from './control-key.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'understudy-control-key-'));

test('test kit "control key": it is new at each start, and only the owner can read its file', () => {
  const folder = join(newFolder(), 'data');
  const first = createControlKey(folder);
  const path = join(folder, CONTROL_KEY_FILE);
  assert.equal(readFileSync(path, 'utf8'), `${first.key}\n`);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.match(first.key, /^[\w-]{43}$/);
  assert.notEqual(createControlKey(folder).key, first.key);
});

test('test kit "control key": a file that everybody can read is replaced, not reused', () => {
  const folder = newFolder();
  const path = join(folder, CONTROL_KEY_FILE);
  writeFileSync(path, 'old', { mode: 0o666 });
  createControlKey(folder);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('test kit "control key": the file is gone after the stop', () => {
  const folder = newFolder();
  createControlKey(folder).remove();
  assert.equal(existsSync(join(folder, CONTROL_KEY_FILE)), false);
});

test('bad input: a file that cannot be written ends the start with its path and exit code 1', () => {
  const folder = newFolder();
  mkdirSync(join(folder, CONTROL_KEY_FILE, 'in-the-way'), { recursive: true });
  assert.throws(
    () => createControlKey(folder),
    (error) => {
      assert.ok(error instanceof OptionError);
      assert.match(error.toLine(), /^data-dir: \S+control-key cannot be written \(\w+\)\. Make the data/);
      assert.equal(error.exitCode, 1);
      return true;
    },
  );
});
