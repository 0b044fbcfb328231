import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableClientName } from './client-name.ts';

/** The text as it is in realm files. */
const key = (name: string): string => `$\{client_${name}}`;

test("a built-in client's message key is converted to words", () => {
  assert.equal(readableClientName(key('security-admin-console')), 'Security Admin Console');
  assert.equal(readableClientName(key('account')), 'Account');
});

test('any other name stays unchanged', () => {
  assert.equal(readableClientName('The shop'), 'The shop');
  assert.equal(readableClientName(undefined), '');
  assert.equal(readableClientName(`x ${key('account')}`), `x ${key('account')}`);
});
