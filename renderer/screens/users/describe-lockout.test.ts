import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeLockout } from './describe-lockout.ts';

const lockout = { disabled: true, numFailures: 3, lastFailure: 1, lastIPFailure: '127.0.0.1' };

test("realm-admin C9: a locked user shows the remaining time by the realm's clock", () => {
  const text = describeLockout({ ...lockout, failedLoginNotBefore: 1090 }, 1_000_000);
  assert.equal(text, 'Locked for another 1 minute 30 seconds. 3 failed sign-ins.');
});

test('realm-admin C9: a permanent lock is distinguished from a temporary one', () => {
  const text = describeLockout({ ...lockout, failedLoginNotBefore: 2 ** 63 }, 0);
  assert.match(text, /^Locked permanently/);
});

test('realm-admin C9: a user who is not locked shows the failures so far', () => {
  assert.match(describeLockout({ ...lockout, disabled: false, numFailures: 0 }, 0), /^Not locked\. No/);
  assert.match(describeLockout({ ...lockout, disabled: false, numFailures: 1 }, 0), /1 failed sign-in/);
});
