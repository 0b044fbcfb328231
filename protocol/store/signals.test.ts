import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLonelyConnections, createSignals, type SentSignal } from './signals.ts';

interface Text {
  readonly text: string;
}

test('a signal reaches every listener of its kind in this server at once, until it leaves', () => {
  const { createSignal } = createLonelyConnections();
  const seen: string[] = [];
  const mail = createSignal<Text>('mail');
  createSignal<Text>('other').listen(({ text }) => seen.push(`other ${text}`));
  const note = ({ text }: Text, isOwn: boolean) => seen.push(`${text} ${isOwn}`);
  const leave = mail.listen(note);
  createSignal<Text>('mail').listen(note);
  mail.send({ text: 'a' });
  leave();
  mail.send({ text: 'b' });
  assert.deepEqual(seen, ['a true', 'a true', 'b true']);
});

test('what is sent is passed to other servers, and what they send is heard but not passed back', () => {
  const passed: SentSignal[] = [];
  const { createSignal, receive } = createSignals((sent) => passed.push(sent));
  const seen: unknown[] = [];
  const mail = createSignal<Text>('mail');
  mail.listen((message, isOwn) => seen.push([message, isOwn]));
  mail.send({ text: 'here' });
  receive({ kind: 'mail', message: { text: 'there' } });
  receive({ kind: 'unknown', message: {} });
  assert.deepEqual(passed, [{ kind: 'mail', message: { text: 'here' } }]);
  assert.deepEqual(seen, [
    [{ text: 'here' }, true],
    [{ text: 'there' }, false],
  ]);
});

test('a stream of a server that is alone takes entries and has none to read', async () => {
  const { createServerStream } = createLonelyConnections();
  const stream = createServerStream<Text>('x', {
    capacity: 1,
    batch: 1,
    periodMs: 1,
    begin: 'oldest',
    isAnnounced: true,
  });
  stream.append(() => ({ text: 'a' }), '');
  await stream.flush();
  await stream.flushOthers();
  assert.equal(stream.isShared, false);
  assert.deepEqual(await stream.read(), []);
});

test('a server that shares its store with no other gets no answers', async () => {
  const { createQuestion } = createLonelyConnections();
  const ask = createQuestion<Text, Text>('x', () => assert.fail());
  assert.deepEqual(await ask({ text: 'a' }), []);
});
