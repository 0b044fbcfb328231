import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRun } from './describe-run.ts';

test('Activity says of each step what it did, and why', () => {
  const text = describeRun('browser', [
    { key: 'a', name: 'auth-cookie', did: 'attempted', why: 'this browser has no session' },
    { key: 'b', name: 'auth-username-password-form', did: 'asked' },
  ]);
  assert.equal(
    text,
    'Flow browser: auth-cookie was not possible (this browser has no session); auth-username-password-form is shown.',
  );
});

test('a flow without steps says so', () => {
  assert.equal(describeRun('mine', []), 'Flow mine: it has no steps.');
});
