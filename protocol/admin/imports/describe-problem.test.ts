import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import { DuplicateError, RealmOutOfServiceError } from '#protocol/store/store.ts';
import { describeProblem, realmExists } from './describe-problem.ts';

const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
const damage = {
  realm: 'shop',
  path: '/srv/data/realms/x/realm.json',
  file: 'realms/x/realm.json',
  problem: 'it is empty',
};

for (const [what, error, message, remedy] of [
  [
    'an invalid member',
    new RealmFileError('clients[0].id', 'must be a text', 'Fix it.'),
    /^clients\[0\]\.id must be a text\.$/,
    /^Fix it\.$/,
  ],
  ['a realm that exists', realmExists('shop'), /realm "shop" already/, /Replace it, skip it/],
  ['the id of another realm', new DuplicateError('id', 'x'), /id "x" is taken/, /remove the member id/],
  [
    'users with the same name',
    new DuplicateError('username', 'ann'),
    /username "ann" is taken/,
    /username of its own/,
  ],
  [
    'a full disk',
    new StorageError('/srv/data', full),
    /disk of the data directory is full/,
    /Free disk space/,
  ],
  [
    'a damaged realm',
    new RealmOutOfServiceError(damage),
    /realms\/x\/realm\.json cannot be used \(it is empty\)/,
    /Repair or remove/,
  ],
] as const)
  test(`${what} is described with a remedy, and without paths of the server`, () => {
    const problem = describeProblem(error);
    assert.match(problem?.message ?? '', message);
    assert.match(problem?.remedy ?? '', remedy);
    assert.doesNotMatch(JSON.stringify(problem), /srv/);
  });

test('the path of an invalid member is a member of its own; a fault of the whole file has none', () => {
  assert.equal(
    describeProblem(new RealmFileError('users[1].email', 'is wrong', ''))?.member,
    'users[1].email',
  );
  assert.equal(describeProblem(new RealmFileError('', 'not JSON', ''))?.member, undefined);
});

test('a defect has no description', () => {
  assert.equal(describeProblem(new TypeError('undefined is not a function')), undefined);
});
