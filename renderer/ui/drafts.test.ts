import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrafts } from './drafts.ts';

test('console "Frame": unsaved changes are kept per form until they are saved or reverted', () => {
  const drafts = createDrafts();
  let calls = 0;
  const stop = drafts.subscribe(() => calls++);
  drafts.write('a', { name: 'x' });
  assert.deepEqual(drafts.read('a'), { name: 'x' });
  assert.deepEqual(drafts.read('b'), {});
  assert.equal(drafts.isEmpty(), false);
  drafts.write('a', undefined);
  assert.deepEqual(drafts.read('a'), {});
  assert.equal(calls, 2);
  assert.equal(drafts.isEmpty(), true);
  stop();
  drafts.write('a', { name: 'y' });
  assert.equal(calls, 2);
});

test('console "Frame": changes typed during a save are kept, saved changes are dropped', () => {
  const drafts = createDrafts();
  drafts.write('a', { name: 'x', roles: ['one'], text: 'sent' });
  drafts.write('a', { name: 'x', roles: ['one'], text: 'sent and more', other: 'new' });
  drafts.settle('a', { name: 'x', roles: ['one'], text: 'sent' });
  assert.deepEqual(drafts.read('a'), { text: 'sent and more', other: 'new' });
  drafts.settle('a', { text: 'sent and more', other: 'new' });
  assert.equal(drafts.isEmpty(), true);
});

test('console "Frame": a form without changes gets the same object each time, which avoids rendering', () => {
  const drafts = createDrafts();
  assert.equal(drafts.read('a'), drafts.read('b'));
});
