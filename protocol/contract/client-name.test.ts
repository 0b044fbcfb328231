import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableClientName } from './client-name.ts';

/** The text as realm files carry it. */
const key = (name: string): string => `$\{client_${name}}`;

test("a built-in client's message key becomes words", () => {
  assert.equal(readableClientName(key('security-admin-console')), 'Security Admin Console');
  assert.equal(readableClientName(key('account')), 'Account');
});

test('any other name stays as it is', () => {
  assert.equal(readableClientName('The shop'), 'The shop');
  assert.equal(readableClientName(undefined), '');
  assert.equal(readableClientName(`x ${key('account')}`), `x ${key('account')}`);
});
