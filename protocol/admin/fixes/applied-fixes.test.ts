import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { copyPlain } from '#protocol/store/testing/copy-plain.ts';
import { createAppliedFixes } from './applied-fixes.ts';

const fix = {
  subject: { target: 'client', name: 'web' },
  subjectId: 'id',
  created: undefined,
  changes: [],
} as const;
const wire = { exchange: 'exchange-1', label: 'Enable client', effect: 'It is on.', changes: [] };

/** As with a database, from which only copies come back. */
const open = () => createMemoryStore({ copyValue: copyPlain });

test('a fix is found in its own realm only, by every part of the store, until it is removed', async () => {
  const store = open();
  const [fixes, others] = [createAppliedFixes(store), createAppliedFixes(store)];
  const added = await fixes.add('one', fix, wire);
  const { id } = added.wire;
  const expected = { ...added, created: undefined };
  assert.deepEqual({ created: undefined, ...(await others.find('one', id)) }, expected);
  assert.equal(await fixes.find('other', id), undefined);
  assert.deepEqual(await fixes.list('other'), []);
  await fixes.remove('other', id);
  assert.equal((await fixes.list('one')).length, 1);
  await others.remove('one', id);
  assert.equal(await fixes.find('one', id), undefined);
});

test('the 100 newest fixes of a realm are kept, newest first; another realm does not push them out', async () => {
  const fixes = createAppliedFixes(open());
  const ids: string[] = [];
  for (let count = 0; count < 101; count += 1) {
    ids.push((await fixes.add('one', fix, wire)).wire.id);
    await fixes.add('other', fix, wire);
  }
  assert.deepEqual(
    (await fixes.list('one')).map((one) => one.wire.id),
    ids.slice(1).reverse(),
  );
});

test('the fixes of a realm are forgotten with its other values', async () => {
  const store = open();
  const fixes = createAppliedFixes(store);
  const { id } = (await fixes.add('one', fix, wire)).wire;
  await fixes.add('other', fix, wire);
  await store.dropExpiring('one');
  assert.equal(await fixes.find('one', id), undefined);
  assert.equal((await fixes.list('other')).length, 1);
});
