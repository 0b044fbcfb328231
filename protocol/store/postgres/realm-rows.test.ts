import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasUniqueEmails, toMilliseconds, toRealm } from './realm-rows.ts';

const row = {
  key: 'k',
  position: 1,
  version: 2,
  clock_offset: null,
  clock_frozen_at: null,
  clone: null,
  data: { id: 'i', realm: 'r' },
};

test('a realm has the clock of its row, which stands still, is ahead, or is the machine’s', () => {
  assert.equal(toRealm(row).clock, undefined);
  assert.deepEqual(toRealm({ ...row, clock_offset: 0 }).clock, { offsetMs: 0 });
  assert.deepEqual(toRealm({ ...row, clock_frozen_at: 0 }).clock, { frozenAt: 0 });
});

test('a realm has the note of its row if it is a clone', () => {
  assert.equal(toRealm(row).clone, undefined);
  const clone = { template: 'shop', origin: 'shop' };
  assert.equal(toRealm({ ...row, clone }).clone, clone);
});

test('e-mail addresses are unique unless the realm allows duplicates', () => {
  assert.equal(hasUniqueEmails({ id: 'i', realm: 'r' }), true);
  assert.equal(hasUniqueEmails({ id: 'i', realm: 'r', duplicateEmailsAllowed: true }), false);
});

test('times without an end and with fractions fit a column of milliseconds', () => {
  assert.equal(toMilliseconds(1.4), 1);
  assert.equal(toMilliseconds(Number.POSITIVE_INFINITY), 9e15);
  assert.equal(toMilliseconds(-Number.MAX_VALUE), -9e15);
});
