import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isBelow, SeenFiles } from './seen-files.ts';
import { writeThemes } from './testing/theme-files.ts';

test('a change, a removal and an addition of what was looked at are noticed', () => {
  const { folder, remove } = writeThemes({ 'a/x.txt': '1' });
  const file = join(folder, 'a/x.txt');
  const look = (): SeenFiles => {
    const seen = new SeenFiles();
    seen.read(file);
    seen.read(join(folder, 'a/y.txt'));
    seen.list(join(folder, 'b'));
    return seen;
  };
  let seen = look();
  assert.equal(seen.haveChanged(), false);
  utimesSync(file, 1, 1);
  assert.equal(seen.haveChanged(), true, 'changed');
  seen = look();
  writeFileSync(join(folder, 'a/y.txt'), '');
  assert.equal(seen.haveChanged(), true, 'added');
  seen = look();
  mkdirSync(join(folder, 'b'));
  assert.equal(seen.haveChanged(), true, 'a folder added');
  seen = look();
  rmSync(file);
  assert.equal(seen.haveChanged(), true, 'removed');
  remove();
});

test('what is missing is nothing: a file, a folder, a link that leads nowhere', () => {
  const { folder, remove } = writeThemes({ 'a/x.txt': '1' });
  symlinkSync('nowhere', join(folder, 'link'));
  const seen = new SeenFiles();
  assert.equal(seen.read(join(folder, 'none')), undefined);
  assert.equal(seen.read(folder), undefined, 'a folder is no file');
  assert.deepEqual(seen.list(join(folder, 'none')), []);
  assert.equal(seen.resolve(join(folder, 'link')), undefined);
  remove();
});

test('a path is below a folder only if it is inside, not beside it', () => {
  assert.equal(isBelow('/themes/acme', '/themes/acme/x'), true);
  for (const path of ['/themes/acme', '/themes/acme-2/x', '/themes'])
    assert.equal(isBelow('/themes/acme', path), false);
});

test('what is looked at afterwards, such as addresses of requests, is not remembered', () => {
  const { folder, remove } = writeThemes({ 'a/x.txt': '1' });
  const seen = new SeenFiles();
  seen.read(join(folder, 'a/x.txt'));
  seen.complete();
  assert.equal(seen.resolve(join(folder, 'a/none')), undefined);
  writeFileSync(join(folder, 'a/none'), '');
  assert.equal(seen.haveChanged(), false);
  utimesSync(join(folder, 'a/x.txt'), 1, 1);
  assert.equal(seen.haveChanged(), true);
  remove();
});
