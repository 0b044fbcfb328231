import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecordList, createRecordLists } from './record-list.ts';

const record = (time: number, realmId = 'a', text = '') => ({ time, realmId, text });
type Noted = ReturnType<typeof record>;

test('the oldest records are dropped when there are too many, or too large ones', async () => {
  const few = createRecordList<Noted>(2);
  await few.add([1, 2, 3].map((time) => record(time)));
  assert.deepEqual(await few.list('a'), [record(3), record(2)]);
  const small = createRecordList<Noted>(100, 2500);
  for (const time of [1, 2]) await small.add([record(time, 'a', 'x'.repeat(1000))]);
  assert.equal((await small.list('a')).length, 1);
});

test('records of one kind are those of every part that asks for it, and of no other kind', async () => {
  const { createRecordList: open } = createRecordLists();
  await open<Noted>('one').add([record(1)]);
  assert.deepEqual(await open<Noted>('one').list('a'), [record(1)]);
  assert.deepEqual(await open<Noted>('other').list('a'), []);
});
