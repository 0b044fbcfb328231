import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';

const message = (id: string) => ({ id, read: false }) as MailMessageWire;
const idsOf = (messages: readonly MailMessageWire[]) => messages.map(({ id }) => id);

test('the newest messages are kept, newest first, and each realm has its own', async () => {
  const box = createMailbox(createMemoryStore(), 2);
  for (const id of ['a', 'b', 'c']) await box.add('r', message(id));
  await box.add('other', message('d'));
  assert.deepEqual(idsOf(await box.list('r')), ['c', 'b']);
  assert.deepEqual(idsOf(await box.list('other')), ['d']);
  assert.deepEqual(await box.list('gone'), []);
});

test('messages that two servers add at once are all kept', async () => {
  const store = createMemoryStore();
  const [box, other] = [createMailbox(store), createMailbox(store)];
  await Promise.all([box.add('r', message('a')), other.add('r', message('b')), box.add('r', message('c'))]);
  assert.deepEqual(idsOf(await other.list('r')).sort(), ['a', 'b', 'c']);
  assert.deepEqual(await Promise.all([box.remove('r', 'a'), other.remove('r', 'a')]), [true, false]);
});

test('one message or all of them are removed', async () => {
  const box = createMailbox(createMemoryStore());
  for (const id of ['a', 'b']) await box.add('r', message(id));
  assert.equal(await box.remove('r', 'gone'), false);
  assert.equal(await box.remove('other', 'a'), false);
  assert.equal(await box.remove('r', 'a'), true);
  assert.deepEqual(idsOf(await box.list('r')), ['b']);
  await box.clear('r');
  assert.deepEqual(await box.list('r'), []);
});

test('messages end with their realm', async () => {
  const store = createMemoryStore();
  const box = createMailbox(store);
  await box.add('r', message('a'));
  await store.dropExpiring('r');
  assert.deepEqual(await box.list('r'), []);
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

test('observers are notified of new messages until they stop', async () => {
  const box = createMailbox(createMemoryStore());
  const { seen, stop } = record(box);
  await box.add('r', message('a'));
  stop();
  await box.add('r', message('b'));
  assert.deepEqual(seen, ['r added a']);
});

test('observers are notified of messages that are read, delivered or removed, and of no other', async () => {
  const box = createMailbox(createMemoryStore());
  for (const id of ['a', 'b']) await box.add('r', message(id));
  const { seen } = record(box);
  await box.markRead('r', ['a', 'gone']);
  await box.markRead('r', ['a']);
  await box.markRead('r', undefined);
  await box.setDelivery('r', 'b', { state: 'delivered', server: 'mail.test:25' });
  await box.setDelivery('r', 'gone', { state: 'delivered', server: 'mail.test:25' });
  await box.remove('r', 'gone');
  await box.remove('r', 'a');
  await box.clear('r');
  assert.deepEqual(seen, ['r changed a', 'r changed b', 'r changed b', 'r removed a', 'r cleared']);
});

test('messages are marked as read: those that are named, or all', async () => {
  const box = createMailbox(createMemoryStore());
  for (const id of ['a', 'b', 'c']) await box.add('r', message(id));
  const readOnes = async () => idsOf((await box.list('r')).filter(({ read }) => read));
  await box.markRead('r', []);
  assert.deepEqual(await readOnes(), []);
  await box.markRead('r', ['b']);
  assert.deepEqual(await readOnes(), ['b']);
  await box.markRead('other', undefined);
  assert.deepEqual(await readOnes(), ['b']);
  await box.markRead('r', undefined);
  assert.deepEqual(await readOnes(), ['c', 'b', 'a']);
});
