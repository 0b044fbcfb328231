import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createMailbox } from './mailbox.ts';

const message = (id: string) => ({ id }) as MailMessageWire;
const idsOf = (messages: readonly MailMessageWire[]) => messages.map(({ id }) => id);

test('the newest messages are kept, newest first, and each realm has its own', () => {
  const box = createMailbox(createMemoryStore(), 2);
  for (const id of ['a', 'b', 'c']) box.add('r', message(id));
  box.add('other', message('d'));
  assert.deepEqual(idsOf(box.list('r')), ['c', 'b']);
  assert.deepEqual(idsOf(box.list('other')), ['d']);
  assert.deepEqual(box.list('gone'), []);
});

test('one message or all of them are removed', () => {
  const box = createMailbox(createMemoryStore());
  for (const id of ['a', 'b']) box.add('r', message(id));
  assert.equal(box.remove('r', 'gone'), false);
  assert.equal(box.remove('other', 'a'), false);
  assert.equal(box.remove('r', 'a'), true);
  assert.deepEqual(idsOf(box.list('r')), ['b']);
  box.clear('r');
  assert.deepEqual(box.list('r'), []);
});

test('messages end with their realm', () => {
  const store = createMemoryStore();
  const box = createMailbox(store);
  box.add('r', message('a'));
  store.dropExpiring('r');
  assert.deepEqual(box.list('r'), []);
});

test('who waits is told of each new message until it stops', () => {
  const box = createMailbox(createMemoryStore());
  const seen: string[] = [];
  const stop = box.observe((realmId, { id }) => void seen.push(`${realmId} ${id}`));
  box.add('r', message('a'));
  stop();
  box.add('r', message('b'));
  assert.deepEqual(seen, ['r a']);
});
