import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAppliedFixes } from './applied-fixes.ts';

const fix = {
  subject: { target: 'client', name: 'web' },
  subjectId: 'id',
  created: undefined,
  changes: [],
} as const;
const wire = { exchange: 'exchange-1', label: 'Enable client', effect: 'It is on.', changes: [] };

test('a fix is found in its own realm only, until it is removed', () => {
  const fixes = createAppliedFixes();
  const added = fixes.add('one', fix, wire);
  const { id } = added.wire;
  assert.equal(fixes.find('one', id), added);
  assert.equal(fixes.find('other', id), undefined);
  assert.deepEqual(fixes.list('other'), []);
  fixes.remove('other', id);
  assert.deepEqual(fixes.list('one'), [added]);
  fixes.remove('one', id);
  assert.equal(fixes.find('one', id), undefined);
});

test('the 100 newest fixes of a realm are kept, newest first; another realm does not push them out', () => {
  const fixes = createAppliedFixes();
  const ids = Array.from({ length: 101 }, () => fixes.add('one', fix, wire).wire.id);
  for (const _one of ids) fixes.add('other', fix, wire);
  assert.deepEqual(
    fixes.list('one').map((one) => one.wire.id),
    ids.slice(1).reverse(),
  );
});

test('the fixes of a realm are forgotten together', () => {
  const fixes = createAppliedFixes();
  const { id } = fixes.add('one', fix, wire).wire;
  const kept = fixes.add('other', fix, wire);
  fixes.clear('one');
  assert.equal(fixes.find('one', id), undefined);
  assert.deepEqual(fixes.list('other'), [kept]);
});
