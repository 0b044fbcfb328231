import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AppliedFix, createAppliedFixes } from './applied-fixes.ts';

const fix: AppliedFix = {
  realmId: 'one',
  subject: { target: 'client', name: 'web' },
  subjectId: 'id',
  created: undefined,
  changes: [],
};

test('a fix is found in its own realm only, until it is removed', () => {
  const fixes = createAppliedFixes();
  const id = fixes.add(fix);
  assert.equal(fixes.find('one', id), fix);
  assert.equal(fixes.find('other', id), undefined);
  fixes.remove(id);
  assert.equal(fixes.find('one', id), undefined);
});

test('the 200 newest fixes are kept', () => {
  const fixes = createAppliedFixes();
  const ids = Array.from({ length: 201 }, () => fixes.add(fix));
  assert.equal(fixes.find('one', ids[0] ?? ''), undefined);
  assert.equal(fixes.find('one', ids[1] ?? ''), fix);
  assert.equal(fixes.find('one', ids[200] ?? ''), fix);
});
