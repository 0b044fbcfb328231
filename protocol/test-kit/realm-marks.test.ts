import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRealmMarks } from './realm-marks.ts';

const shop = { id: 'r1', realm: 'shop' };
const users = { list: () => [] };

test('a mark has the settings at once, and the users from before their first change', async () => {
  const marks = createRealmMarks();
  marks.set(shop, { at: 0, isOrigin: true });
  assert.deepEqual(marks.find('r1')?.realm, shop);
  assert.equal(marks.find('r1')?.users, undefined);
  await marks.keepUsers('r1', async () => users);
  assert.equal(marks.find('r1')?.users, users);
  assert.equal(marks.keepUsers('r1', assert.fail), undefined);
});

test('changes at the same time wait for the same users', async () => {
  const marks = createRealmMarks();
  marks.set(shop, { at: 0, isOrigin: true });
  let captures = 0;
  const capture = async () => {
    captures += 1;
    return users;
  };
  await Promise.all([marks.keepUsers('r1', capture), marks.keepUsers('r1', capture)]);
  assert.equal(captures, 1);
});

test('users that cannot be read now are read before the next change', async () => {
  const marks = createRealmMarks();
  marks.set(shop, { at: 0, isOrigin: true });
  await assert.rejects(
    marks.keepUsers('r1', () => Promise.reject(new RangeError('no'))) ?? Promise.resolve(),
    RangeError,
  );
  await marks.keepUsers('r1', async () => users);
  assert.equal(marks.find('r1')?.users, users);
});

test('a realm without a mark, or whose mark is forgotten, keeps nothing', () => {
  const marks = createRealmMarks();
  assert.equal(marks.keepUsers('r1', assert.fail), undefined);
  marks.set(shop, { at: 0, isOrigin: true });
  marks.forget('r1');
  assert.equal(marks.find('r1'), undefined);
  assert.equal(marks.keepUsers('r1', assert.fail), undefined);
});
