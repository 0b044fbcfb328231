import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';

const message = (id: string) => ({ id, read: false }) as MailMessageWire;
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

/** What happened, in short: `added a`. */
function record(box: Mailbox): { readonly seen: string[]; readonly stop: () => void } {
  const seen: string[] = [];
  const stop = box.observe((realmId, what) => {
    const id = 'message' in what ? what.message.id : 'id' in what ? what.id : '';
    seen.push([realmId, what.change, id].join(' ').trim());
  });
  return { seen, stop };
}

test('observers are notified of new messages until they stop', () => {
  const box = createMailbox(createMemoryStore());
  const { seen, stop } = record(box);
  box.add('r', message('a'));
  stop();
  box.add('r', message('b'));
  assert.deepEqual(seen, ['r added a']);
});

test('observers are notified of messages that are read, delivered or removed, and of no other', () => {
  const box = createMailbox(createMemoryStore());
  for (const id of ['a', 'b']) box.add('r', message(id));
  const { seen } = record(box);
  box.markRead('r', ['a', 'gone']);
  box.markRead('r', ['a']);
  box.markRead('r', undefined);
  box.setDelivery('r', 'b', { state: 'delivered', server: 'mail.test:25' });
  box.setDelivery('r', 'gone', { state: 'delivered', server: 'mail.test:25' });
  box.remove('r', 'gone');
  box.remove('r', 'a');
  box.clear('r');
  assert.deepEqual(seen, ['r changed a', 'r changed b', 'r changed b', 'r removed a', 'r cleared']);
});

test('messages are marked as read: those that are named, or all', () => {
  const box = createMailbox(createMemoryStore());
  for (const id of ['a', 'b', 'c']) box.add('r', message(id));
  const readOnes = () => idsOf(box.list('r').filter(({ read }) => read));
  box.markRead('r', []);
  assert.deepEqual(readOnes(), []);
  box.markRead('r', ['b']);
  assert.deepEqual(readOnes(), ['b']);
  box.markRead('other', undefined);
  assert.deepEqual(readOnes(), ['b']);
  box.markRead('r', undefined);
  assert.deepEqual(readOnes(), ['c', 'b', 'a']);
});
