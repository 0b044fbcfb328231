import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Clone, CloneRecords } from './clone-records.ts';
import { KitError } from './kit-error.ts';

const clone = (changes: Partial<Clone> = {}): Clone => ({
  realmId: 'c1',
  template: 'shop',
  origin: 'shop',
  expiresAt: 1000,
  ...changes,
});

test('a lease is renewed by use, from the time of the use', () => {
  const records = new CloneRecords();
  records.add('one', clone(), 1000);
  assert.equal(records.renew('one', 600), true);
  assert.equal(records.find('c1')?.expiresAt, 1600);
  assert.deepEqual(records.expired(1599), []);
  assert.deepEqual(records.expired(1600), ['one']);
  assert.equal(records.renew('one', 1600), false);
  assert.equal(records.find('c1')?.expiresAt, 1600);
});

test('a clone without a lease never expires, and neither does a realm that is no clone', () => {
  const records = new CloneRecords();
  records.add('one', clone({ expiresAt: undefined }), 1000);
  assert.equal(records.renew('one', 9e15), true);
  assert.equal(records.renew('shop', 9e15), true);
  assert.deepEqual(records.expired(9e15), []);
});

test('the number of clones with a lease is limited, and the refusal names the limit', () => {
  const records = new CloneRecords();
  for (let count = 0; count < 2000; count += 1) records.reserve();
  assert.throws(
    () => records.reserve(),
    (error) =>
      error instanceof KitError &&
      error.status === 409 &&
      /2000 clones.*limit.*ttlSeconds/.test(error.message),
  );
  records.release();
  records.reserve();
  records.add('one', clone(), 1000);
  records.add('kept', clone({ realmId: 'c2', expiresAt: undefined }), 1000);
  records.drop('c2');
  assert.throws(() => records.reserve(), KitError);
  records.drop('c1');
  records.drop('c1');
  records.reserve();
  assert.throws(() => records.reserve(), KitError);
});

test('a renamed clone is found by its new name only', () => {
  const records = new CloneRecords();
  records.add('one', clone(), 1000);
  records.rename('c1', 'two');
  records.rename('unknown', 'three');
  assert.equal(records.named('one'), undefined);
  assert.equal(records.named('two')?.realmId, 'c1');
  assert.equal(records.named('three'), undefined);
  records.drop('c1');
  assert.equal(records.named('two'), undefined);
});
