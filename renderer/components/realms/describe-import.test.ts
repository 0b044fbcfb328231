import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportWire } from '#protocol/contract/imports.ts';
import {
  describeOutcome,
  describeProgress,
  describeReport,
  looksLikeJson,
  progressOf,
} from './describe-import.ts';

const job: ImportWire = { id: 'j', phase: 'storing', usersDone: 12_400, usersTotal: 100_000, realms: [] };

test('progress is shown in users', () => {
  assert.equal(describeProgress(job), 'Storing: 12,400 of 100,000 users');
  assert.equal(
    describeProgress({ ...job, phase: 'checking', usersDone: 0, usersTotal: 1 }),
    'Checking: 0 of 1 user',
  );
  assert.equal(describeProgress({ ...job, phase: 'reading', usersTotal: 0 }), 'Reading: 12,400 users');
  assert.equal(describeProgress({ ...job, phase: 'reading', usersDone: 0 }), 'Reading the file…');
  assert.equal(describeProgress(undefined), 'Sending the file…');
});

test('the bar never goes back between two phases, and is unknown without users', () => {
  assert.equal(progressOf({ ...job, phase: 'checking', usersDone: 100_000 }), 50);
  assert.equal(progressOf({ ...job, usersDone: 0 }), 50);
  assert.equal(progressOf({ ...job, usersDone: 100_000 }), 100);
  assert.equal(progressOf({ ...job, usersTotal: 0 }), undefined);
  assert.equal(progressOf({ ...job, phase: 'reading' }), undefined);
});

test('outcome and report are sentences', () => {
  const realm = { realm: 'shop', clients: 1, users: 2, exists: false };
  assert.equal(describeOutcome({ ...realm, outcome: 'created' }), 'Imported realm shop.');
  assert.equal(describeOutcome({ ...realm, outcome: 'replaced' }), 'Replaced realm shop.');
  assert.equal(describeOutcome({ ...realm, outcome: 'skipped' }), 'Skipped realm shop, which exists.');
  assert.deepEqual([0, 1, 2000].map(describeReport), [
    'Every setting has an effect.',
    '1 setting has no effect.',
    '2,000 settings have no effect.',
  ]);
});

test('a file that begins with neither a brace nor a bracket is no realm file', () => {
  for (const text of ['', '<xml/>', '\u0089PNG', 'realm: shop']) assert.equal(looksLikeJson(text), false);
  for (const text of ['{', ' \n[', '\uFEFF{"realm"']) assert.equal(looksLikeJson(text), true);
});
