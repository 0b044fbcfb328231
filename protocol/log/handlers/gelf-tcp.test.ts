import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTcpReceiver } from '../testing/gelf-receiver.ts';
import { createTestScheduler } from '../testing/scheduler.ts';
import { GelfLosses } from './gelf-losses.ts';
import type { GelfMessage } from './gelf-message.ts';
import { QUEUE_BOUNDS, TcpSender, type TcpSenderDeps } from './gelf-tcp.ts';

const message = (text: string): GelfMessage => ({ short_message: 'short', full_message: text });
const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, n) => `${from + n}`);

function startSender(port: number, host = '127.0.0.1', more: Pick<TcpSenderDeps, 'lookup'> = {}) {
  const scheduler = createTestScheduler();
  const lost: [number, string][] = [];
  const changes: string[] = [];
  let changed = (): void => undefined;
  const sender = new TcpSender(
    { protocol: 'tcp', host, port },
    {
      ...more,
      scheduler,
      clock: scheduler,
      losses: new GelfLosses(scheduler, (...report) => lost.push(report)),
      reachable: (is, reason) => {
        changes.push(is ? 'back' : reason);
        changed();
      },
    },
  );
  /** Resolves after that many changes between reachable and unreachable. */
  const seen = async (count: number): Promise<void> => {
    while (changes.length < count) {
      await new Promise<void>((done) => {
        changed = done;
      });
    }
  };
  return { sender, scheduler, lost, changes, seen };
}

for (const host of ['127.0.0.1', '::1', 'localhost']) {
  test(`GELF 1.1, TCP: records arrive at ${host} in order over one connection, each followed by a NUL byte`, async (context) => {
    const receiver = await startTcpReceiver(host === '::1' ? '::1' : '127.0.0.1').catch(() => undefined);
    if (receiver === undefined) return context.skip('this machine has no IPv6');
    const { sender, lost } = startSender(receiver.port, host);
    for (const text of numbers(0, 2000)) sender.send(message(text));
    await sender.close();
    const received = await receiver.arrived(2000);
    assert.deepEqual(
      received.map((each) => each['full_message']),
      numbers(0, 2000),
    );
    assert.equal(receiver.connections, 1);
    assert.deepEqual(lost, []);
    await receiver.close();
  });
}

test('a text with a NUL byte, and one longer than a packet, arrive complete', async () => {
  const receiver = await startTcpReceiver();
  const { sender } = startSender(receiver.port);
  const texts = ['a\0b', 'é'.repeat(300_000), 'c'];
  for (const text of texts) sender.send(message(text));
  const received = await receiver.arrived(3);
  assert.deepEqual(
    received.map((each) => each['full_message']),
    texts,
  );
  await sender.close();
  await receiver.close();
});

test('a receiver that is unreachable for a while gets the queued messages', async () => {
  const first = await startTcpReceiver();
  await first.close();
  const { sender, scheduler, lost, changes, seen } = startSender(first.port);
  for (const text of numbers(0, 50)) sender.send(message(text));
  await seen(1);
  assert.match(changes[0] ?? '', /ECONNREFUSED/);
  const receiver = await startTcpReceiver('127.0.0.1', first.port);
  scheduler.advance(1000);
  const received = await receiver.arrived(50);
  assert.deepEqual(
    received.map((each) => each['full_message']),
    numbers(0, 50),
  );
  assert.deepEqual(changes.slice(1), ['back']);
  await sender.close();
  assert.deepEqual(lost, []);
  await receiver.close();
});

test('a connection that the receiver closes is reopened', async () => {
  const receiver = await startTcpReceiver();
  const { sender, scheduler, seen, changes } = startSender(receiver.port);
  sender.send(message('before'));
  await receiver.arrived(1);
  receiver.drop();
  await seen(1);
  assert.match(changes[0] ?? '', /the receiver closed the connection|ECONNRESET/);
  sender.send(message('after'));
  scheduler.advance(1000);
  const received = await receiver.arrived(2);
  assert.equal(received[1]?.['full_message'], 'after');
  assert.equal(receiver.connections, 2);
  await sender.close();
  await receiver.close();
});

test('a receiver that reads nothing for a while gets everything in order afterwards', async () => {
  const receiver = await startTcpReceiver();
  receiver.pause();
  const { sender, lost } = startSender(receiver.port);
  const texts = numbers(0, 5000).map((text) => text.padEnd(2000, '.'));
  for (const text of texts) sender.send(message(text));
  await receiver.accepted(1);
  receiver.resume();
  const received = await receiver.arrived(5000);
  assert.deepEqual(
    received.map((each) => each['full_message']),
    texts,
  );
  await sender.close();
  assert.deepEqual(lost, []);
  await receiver.close();
});

test('a receiver that never reads does not delay the shutdown', async () => {
  const receiver = await startTcpReceiver();
  receiver.pause();
  const { sender, scheduler, lost } = startSender(receiver.port);
  for (const text of numbers(0, 9000)) sender.send(message(text.padEnd(1700, '.')));
  await receiver.accepted(1);
  const closed = sender.close();
  scheduler.advance(1000);
  await closed;
  assert.equal(lost.length, 1);
  assert.equal(lost[0]?.[1], 'the server stopped before they were sent');
  await receiver.close();
});

test('records are queued while the name cannot be resolved', async () => {
  const lookup = () => Promise.reject(new Error('getaddrinfo ENOTFOUND graylog.test'));
  const { sender, changes, seen, lost } = startSender(1, 'graylog.test', { lookup });
  sender.send(message('a'));
  await seen(1);
  assert.deepEqual(changes, ['getaddrinfo ENOTFOUND graylog.test']);
  await sender.close();
  assert.deepEqual(lost, [[1, 'the server stopped before they were sent']]);
});

test('if one of several addresses refuses, the next one is tried', async () => {
  const receiver = await startTcpReceiver('127.0.0.1');
  const lookup = async () => [
    { address: '127.0.0.2', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  const { sender, lost } = startSender(receiver.port, 'graylog.test', { lookup });
  sender.send(message('a'));
  await receiver.arrived(1);
  await sender.close();
  assert.deepEqual(lost, []);
  await receiver.close();
});

/** A name that cannot be resolved; counts the attempts. */
function nowhere() {
  const tried = { times: 0 };
  const lookup = () => {
    tried.times += 1;
    return Promise.reject(new Error('nobody there'));
  };
  return { tried, lookup };
}

/** Runs everything that does not wait for time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
}

test('nothing is resolved before the first record, and a record after close is counted as lost', async () => {
  const { tried, lookup } = nowhere();
  const { sender, lost, scheduler } = startSender(1, 'graylog.test', { lookup });
  await sender.close();
  sender.send(message('late'));
  await settle();
  scheduler.advance(60_000);
  assert.equal(tried.times, 0);
  assert.deepEqual(lost, [[1, 'the handler is closed']]);
});

test('an unreachable receiver is retried after 1, 2, 4, 8 and then every 10 seconds', async () => {
  const { tried, lookup } = nowhere();
  const { sender, scheduler, changes } = startSender(1, 'graylog.test', { lookup });
  sender.send(message('a'));
  await settle();
  for (const seconds of [1, 2, 4, 8, 10, 10]) {
    const before = tried.times;
    scheduler.advance(seconds * 1000 - 1);
    assert.equal(tried.times, before);
    scheduler.advance(1);
    assert.equal(tried.times, before + 1);
    await settle();
  }
  assert.deepEqual(changes, ['nobody there']);
  await sender.close();
  assert.equal(scheduler.waiting, 0);
});

test('while the receiver is unreachable the queue is limited, and what does not fit is counted as lost', async () => {
  const { lookup } = nowhere();
  const { sender, scheduler, lost } = startSender(1, 'graylog.test', { lookup });
  for (const text of numbers(0, QUEUE_BOUNDS.mostMessages + 7)) sender.send(message(text));
  await settle();
  scheduler.advance(60_000);
  assert.deepEqual(lost, [[7, 'too many messages are queued for the receiver']]);
  await sender.close();
});

test('connections that close at once do not cause a loop: the delay grows until one lasts ten seconds', async () => {
  const receiver = await startTcpReceiver();
  const { sender, scheduler, seen } = startSender(receiver.port);
  sender.send(message('a'));
  await receiver.arrived(1);
  for (const [index, pause] of [1000, 2000, 4000].entries()) {
    receiver.drop();
    await seen(2 * index + 1);
    scheduler.advance(pause - 1);
    await settle();
    assert.equal(receiver.connections, index + 1);
    scheduler.advance(1);
    await seen(2 * index + 2);
    await receiver.accepted(index + 2);
  }
  scheduler.advance(10_000);
  receiver.drop();
  await seen(7);
  scheduler.advance(1000);
  await seen(8);
  await sender.close();
  await receiver.close();
});
