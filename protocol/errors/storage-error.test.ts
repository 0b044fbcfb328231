import assert from 'node:assert/strict';
import { openSync } from 'node:fs';
import { test } from 'node:test';
import { StorageError, toStorageError } from './storage-error.ts';

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: no`), { code, syscall: 'open' });
}

for (const [code, description, remedy] of [
  [
    'ENOENT',
    /^The change was not saved: .* was removed while the server was running\.$/,
    /restart the server/,
  ],
  ['ENOTDIR', /was removed while the server was running/, /Put the data directory back/],
  ['ENOSPC', /the disk of the data directory is full/, /Free disk space/],
  ['EROFS', /is read-only/, /Make the disk writable/],
  ['EACCES', /has no permission for the data directory/, /writable for that user/],
  ['EMFILE', /too many files are open/, /ulimit -n/],
  ['EIO', /cannot be used/, /Check the data directory and its disk/],
] as const) {
  test(`${code}: the error says what happened and how to fix it, without the path`, () => {
    const error = new StorageError('/secret/place', systemError(code));
    assert.match(error.description, description);
    assert.match(error.remedy, remedy);
    assert.equal(`${error.description}${error.remedy}`.includes('/secret/place'), false);
    assert.equal(error.code, code);
    assert.match(error.message, /\/secret\/place/);
  });
}

test('a failed read is not reported as a failed change', () => {
  const error = toStorageError('/x', systemError('EMFILE'), 'read');
  assert.ok(error instanceof StorageError);
  assert.equal(error.description, 'The data of the server cannot be read: too many files are open.');
});

test('57P01: a given fault takes the place of the one by the code', () => {
  const fault = { reason: 'the database is down', remedy: 'Start it.' };
  const error = new StorageError(
    'postgresql://db/sso',
    Object.assign(new Error(), { code: '57P01' }),
    'write',
    fault,
  );
  assert.equal(error.description, 'The change was not saved: the database is down.');
  assert.equal(error.remedy, 'Start it.');
  assert.equal(error.code, '57P01');
});

test('only file system errors become storage errors', () => {
  const defect = new TypeError('a defect');
  assert.equal(toStorageError('/x', defect), defect);
  const known = new StorageError('/x', systemError('EIO'));
  assert.equal(toStorageError('/y', known), known);
  try {
    openSync('/no/such/folder/file', 'w');
    assert.fail('the file was opened');
  } catch (error) {
    assert.ok(toStorageError('/no/such/folder/file', error) instanceof StorageError);
  }
});
