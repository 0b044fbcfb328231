// Tests of the ledger of a killed server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeLedger, SessionEntry } from './ledger.mjs';

test('an acknowledged change that the server does not have is a loss', () => {
  const ledger = new ChangeLedger();
  ledger.begin('a', 1)();
  ledger.begin('a', 2)();
  assert.match(ledger.check('a', 1), /^a: the server has version 1, acknowledged was version 2$/);
  ledger.begin('b', 1)();
  assert.match(ledger.check('b', undefined), /the server has none/);
});

test('an acknowledged deletion that is undone is a loss', () => {
  const ledger = new ChangeLedger();
  ledger.begin('a', 1)();
  ledger.begin('a', undefined)();
  assert.match(ledger.check('a', 1), /the server has version 1, acknowledged was none/);
});

test('a change in doubt may exist or not, but any other value is a loss', () => {
  for (const actual of [1, 2]) {
    const ledger = new ChangeLedger();
    ledger.begin('a', 1)();
    ledger.begin('a', 2);
    assert.equal(ledger.check('a', actual), undefined);
  }
  const ledger = new ChangeLedger();
  ledger.begin('a', 1)();
  ledger.begin('a', 2);
  assert.match(ledger.check('a', undefined), /acknowledged was version 1 or version 2/);
});

test('a creation in doubt may be missing, and the value on the server counts from then on', () => {
  const ledger = new ChangeLedger();
  ledger.begin('a', 1);
  assert.equal(ledger.check('a', 1), undefined);
  assert.match(ledger.check('a', undefined), /acknowledged was version 1$/);
});

test('an entry that no worker created is a loss, too: its deletion was undone', () => {
  assert.match(new ChangeLedger().check('a', 3), /the server has version 3, acknowledged was none/);
});

test('a live session must refresh with its newest token, an ended one must not, one in doubt may', () => {
  const entry = new SessionEntry({ refresh_token: 'first' }, 'sign-in');
  assert.equal(entry.newestMust, 'work');
  entry.begin('refresh');
  assert.equal(entry.newestMust, 'either');
  entry.rotated({ refresh_token: 'second' });
  assert.deepEqual([entry.newestMust, entry.tokens.refresh_token, entry.used], ['work', 'second', ['first']]);
  entry.begin('sign-out');
  entry.ended();
  assert.equal(entry.newestMust, 'be refused');
});

test('a refresh without an ID token keeps the one of the sign-in', () => {
  const entry = new SessionEntry({ refresh_token: 'first', id_token: 'who' }, 'sign-in');
  entry.rotated({ refresh_token: 'second' });
  assert.equal(entry.tokens.id_token, 'who');
});
