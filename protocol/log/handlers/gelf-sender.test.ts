import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestScheduler } from '../testing/scheduler.ts';
import { GelfLosses } from './gelf-losses.ts';
import type { GelfMessage } from './gelf-message.ts';
import { type GelfConnection, GelfSender, QUEUE_BOUNDS, UnsendableMessageError } from './gelf-sender.ts';

/** A receiver in the test's hand: it takes, refuses, holds back or drops what it gets. */
class Peer {
  readonly taken: unknown[] = [];
  opened = 0;
  away = false;
  /** Answers to sends; those that are held back wait here. */
  answer: (message: GelfMessage) => Promise<void> = () => Promise.resolve();
  lose: (error: Error, lostMessages: number) => void = () => undefined;
  readonly probeMs: number;

  constructor(probeMs = 0) {
    this.probeMs = probeMs;
  }

  async open(lost: (error: Error, lostMessages: number) => void): Promise<GelfConnection> {
    this.opened += 1;
    if (this.away) throw new Error('nobody there');
    this.lose = lost;
    return {
      send: async (message) => {
        await this.answer(message);
        this.taken.push(message['full_message']);
      },
      end: () => Promise.resolve(),
      destroy: () => undefined,
    };
  }
}

function start(peer: Peer) {
  const scheduler = createTestScheduler();
  const lost: [number, string][] = [];
  const reachable: string[] = [];
  const sender = new GelfSender({
    transport: peer,
    scheduler,
    clock: scheduler,
    losses: new GelfLosses(scheduler, (...report) => lost.push(report)),
    reachable: (is, reason) => reachable.push(is ? 'back' : reason),
  });
  const send = (...texts: string[]): void => {
    for (const text of texts) sender.send({ full_message: text });
  };
  return { scheduler, lost, reachable, sender, send };
}

/** Lets everything run that does not wait for time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done));
}

test('nothing is opened before the first record', async () => {
  const peer = new Peer();
  const { sender } = start(peer);
  await settle();
  assert.equal(peer.opened, 0);
  await sender.close();
  assert.equal(peer.opened, 0);
});

test('records arrive in order over one connection', async () => {
  const peer = new Peer();
  const { sender, send } = start(peer);
  const texts = Array.from({ length: 500 }, (_, n) => `${n}`);
  send(...texts);
  await sender.close();
  assert.deepEqual(peer.taken, texts);
  assert.equal(peer.opened, 1);
});

test('a receiver that is away is tried again after 1, 2, 4, 8 and then each 10 seconds, and gets what has waited', async () => {
  const peer = new Peer();
  peer.away = true;
  const { scheduler, send, sender, reachable, lost } = start(peer);
  send('a', 'b');
  await settle();
  for (const seconds of [1, 2, 4, 8, 10, 10]) {
    const before = peer.opened;
    scheduler.advance(seconds * 1000 - 1);
    assert.equal(peer.opened, before);
    scheduler.advance(1);
    assert.equal(peer.opened, before + 1);
    await settle();
  }
  assert.deepEqual(reachable, ['nobody there']);
  peer.away = false;
  scheduler.advance(10_000);
  await settle();
  assert.deepEqual(peer.taken, ['a', 'b']);
  assert.deepEqual(reachable, ['nobody there', 'back']);
  await sender.close();
  assert.deepEqual(lost, []);
});

test('while the receiver is away the queue is bounded, and what does not fit is counted', async () => {
  const peer = new Peer();
  peer.away = true;
  const { scheduler, send, lost } = start(peer);
  for (let n = 0; n < QUEUE_BOUNDS.mostMessages + 7; n++) send(`${n}`);
  await settle();
  scheduler.advance(60_000);
  assert.deepEqual(lost, [[7, 'too many messages wait for the receiver']]);
});

test('a receiver that takes nothing holds up 64 records at most, and nobody waits for it', async () => {
  const peer = new Peer();
  let held = 0;
  const releases: (() => void)[] = [];
  peer.answer = () => {
    held += 1;
    return new Promise((done) => releases.push(done));
  };
  const { send, sender } = start(peer);
  for (let n = 0; n < 1000; n++) send(`${n}`);
  await settle();
  assert.equal(held, 64);
  peer.answer = () => Promise.resolve();
  for (const release of releases) release();
  await sender.close();
  assert.equal(peer.taken.length, 1000);
});

test('what was on the way when the connection went is sent again, before the later ones', async () => {
  const peer = new Peer();
  peer.answer = () => new Promise(() => undefined);
  const { scheduler, send, sender, lost, reachable } = start(peer);
  send('a', 'b', 'c');
  await settle();
  peer.lose(new Error('gone'), 0);
  send('d');
  peer.answer = () => Promise.resolve();
  scheduler.advance(1000);
  await settle();
  assert.deepEqual(peer.taken, ['a', 'b', 'c', 'd']);
  assert.deepEqual(reachable, ['gone', 'back']);
  await sender.close();
  assert.deepEqual(lost, []);
});

test('a send that fails ends the connection', async () => {
  const peer = new Peer();
  peer.answer = () => Promise.reject(new Error('broken pipe'));
  const { scheduler, send, sender } = start(peer);
  send('a');
  await settle();
  peer.answer = () => Promise.resolve();
  scheduler.advance(1000);
  await settle();
  assert.deepEqual(peer.taken, ['a']);
  assert.equal(peer.opened, 2);
  await sender.close();
});

test('a connection that goes at once does not lead to a loop: the pause grows until one has held for ten seconds', async () => {
  const peer = new Peer();
  const { scheduler, send, sender } = start(peer);
  send('a');
  await settle();
  for (const pause of [1000, 2000, 4000]) {
    const before = peer.opened;
    peer.lose(new Error('gone'), 0);
    scheduler.advance(pause - 1);
    assert.equal(peer.opened, before);
    scheduler.advance(1);
    await settle();
    assert.equal(peer.opened, before + 1);
  }
  scheduler.advance(10_000);
  peer.lose(new Error('gone'), 0);
  scheduler.advance(1000);
  await settle();
  assert.equal(peer.opened, 5);
  await sender.close();
});

test('a message that no connection can carry is counted, and the next one follows', async () => {
  const peer = new Peer();
  peer.answer = async (message) => {
    if (message['full_message'] === 'b') throw new UnsendableMessageError('too large');
  };
  const { send, sender, lost } = start(peer);
  send('a', 'b', 'c');
  await sender.close();
  assert.deepEqual(peer.taken, ['a', 'c']);
  assert.deepEqual(lost, [[1, 'too large']]);
});

test('where only silence says that a receiver is there, one message goes ahead of the others', async () => {
  const peer = new Peer(200);
  peer.away = true;
  const { scheduler, send, reachable, lost } = start(peer);
  send('a', 'b', 'c');
  await settle();
  peer.away = false;
  scheduler.advance(1000);
  await settle();
  assert.deepEqual(peer.taken, ['a']);
  peer.lose(new Error('refused'), 1);
  scheduler.advance(2000);
  await settle();
  assert.deepEqual(peer.taken, ['a', 'b']);
  assert.deepEqual(reachable, ['nobody there']);
  scheduler.advance(200);
  await settle();
  assert.deepEqual(peer.taken, ['a', 'b', 'c']);
  assert.deepEqual(reachable, ['nobody there', 'back']);
  scheduler.advance(60_000);
  assert.deepEqual(lost, [[1, 'refused']]);
});

test('closing does not wait for a receiver that is away: what has waited for it is counted and reported', async () => {
  const peer = new Peer();
  peer.away = true;
  const { send, sender, lost, scheduler } = start(peer);
  send('a', 'b');
  await settle();
  await sender.close();
  assert.deepEqual(lost, [[2, 'the server stopped before they were sent']]);
  assert.equal(scheduler.waiting, 0);
});

test('closing waits a second at most for a receiver that takes nothing', async () => {
  const peer = new Peer();
  peer.answer = () => new Promise(() => undefined);
  const { send, sender, lost, scheduler } = start(peer);
  send('a', 'b');
  await settle();
  const closed = sender.close();
  await settle();
  scheduler.advance(1000);
  await closed;
  assert.deepEqual(lost, [[2, 'the server stopped before they were sent']]);
});

test('a record after the end is counted, not sent', async () => {
  const peer = new Peer();
  const { send, sender, lost, scheduler } = start(peer);
  await sender.close();
  send('late');
  await settle();
  scheduler.advance(60_000);
  assert.deepEqual(lost, [[1, 'the handler is closed']]);
  assert.equal(peer.opened, 0);
});
