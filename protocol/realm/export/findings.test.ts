import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFindings } from './findings.ts';

test('findings that differ only in their positions are reported once, with the first place and their number', () => {
  const { report, list } = createFindings();
  assert.deepEqual(list(), []);
  report('users[0].badge', 'Left out.');
  report('realm', 'Left out.');
  report('users[7].badge', 'Left out.');
  report('users[8].badge', 'Left out.');
  report('users[8].badge', 'Kept.');
  assert.deepEqual(list(), [
    { path: 'users[0].badge', message: 'Left out. The same applies in 2 more places.' },
    { path: 'realm', message: 'Left out.' },
    { path: 'users[8].badge', message: 'Kept.' },
  ]);
});
