import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrafts } from './drafts.ts';

test('console "Frame": what was typed and not saved is kept per form until it is saved or taken back', () => {
  const drafts = createDrafts();
  let told = 0;
  const stop = drafts.subscribe(() => told++);
  drafts.write('a', { name: 'x' });
  assert.deepEqual(drafts.read('a'), { name: 'x' });
  assert.deepEqual(drafts.read('b'), {});
  assert.equal(drafts.isEmpty(), false);
  drafts.write('a', undefined);
  assert.deepEqual(drafts.read('a'), {});
  assert.equal(told, 2);
  assert.equal(drafts.isEmpty(), true);
  stop();
  drafts.write('a', { name: 'y' });
  assert.equal(told, 2);
});

test('console "Frame": what was typed while a form was being saved stays, what was saved goes', () => {
  const drafts = createDrafts();
  drafts.write('a', { name: 'x', roles: ['one'], text: 'sent' });
  drafts.write('a', { name: 'x', roles: ['one'], text: 'sent and more', other: 'new' });
  drafts.settle('a', { name: 'x', roles: ['one'], text: 'sent' });
  assert.deepEqual(drafts.read('a'), { text: 'sent and more', other: 'new' });
  drafts.settle('a', { text: 'sent and more', other: 'new' });
  assert.equal(drafts.isEmpty(), true);
});

test('console "Frame": a form without changes is given the same object each time, so that nothing is drawn anew', () => {
  const drafts = createDrafts();
  assert.equal(drafts.read('a'), drafts.read('b'));
});
