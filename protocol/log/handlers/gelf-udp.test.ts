import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Reassembler, startUdpReceiver } from '../testing/gelf-receiver.ts';
import { createTestScheduler } from '../testing/scheduler.ts';
import { GelfLosses } from './gelf-losses.ts';
import { type GelfMessage, renderGelfMessage } from './gelf-message.ts';
import type { GelfSenderDeps } from './gelf-sender.ts';
import { packMessage, UdpSender } from './gelf-udp.ts';

const message = (text: string): GelfMessage => ({
  host: 'h',
  version: '1.1',
  short_message: 'short',
  full_message: text,
  timestamp: 1,
  level: 6,
});

function unpack(datagrams: readonly Buffer[]): Record<string, unknown> {
  const reassembler = new Reassembler();
  const payload = datagrams.map((datagram) => reassembler.take(datagram)).at(-1);
  assert.ok(payload);
  return JSON.parse(gunzipSync(payload).toString('utf8')) as Record<string, unknown>;
}

// A sender alone does not keep the process alive.
const alive = setInterval(() => undefined, 60_000);
after(() => clearInterval(alive));

interface SenderSetup extends Pick<GelfSenderDeps, 'lookup'> {
  readonly host?: string;
  readonly maxBytes?: number;
}

function startSender(port: number, { host = '127.0.0.1', maxBytes = 8192, ...more }: SenderSetup = {}) {
  const scheduler = createTestScheduler();
  const lost: [number, string][] = [];
  let counted = (): void => undefined;
  class Losses extends GelfLosses {
    override add(count: number, reason: string): void {
      super.add(count, reason);
      if (count > 0) counted();
    }
  }
  const sender = new UdpSender({ protocol: 'udp', host, port }, maxBytes, {
    ...more,
    scheduler,
    clock: scheduler,
    losses: new Losses(scheduler, (...report) => lost.push(report)),
  });
  /** Resolves when the next message is counted as lost. */
  const loss = (): Promise<void> =>
    new Promise((done) => {
      counted = done;
    });
  return { sender, scheduler, lost, loss };
}

test('a message of any size is compressed and reassembled unchanged, within the maximum size', async () => {
  for (const text of ['', 'short', 'x'.repeat(100_000), randomBytes(30_000).toString('base64')]) {
    const datagrams = await packMessage(message(text), 8192);
    assert.ok(datagrams.every((datagram) => datagram.length <= 8192 + 12));
    assert.deepEqual(unpack(datagrams), message(text));
  }
});

test('a long message that compresses well is one datagram', async () => {
  const datagrams = await packMessage(message('x'.repeat(500_000)), 8192);
  assert.equal(datagrams.length, 1);
  assert.equal(datagrams[0]?.toString('hex', 0, 2), '1f8b');
});

test('a message of more than 128 chunks is shortened, long texts first, with a note', async () => {
  const trace = randomBytes(200_000).toString('base64');
  const datagrams = await packMessage({ ...message('the whole text'), _StackTrace: trace }, 1000);
  assert.ok(datagrams.length <= 128 && datagrams.length > 64, `${datagrams.length}`);
  const received = unpack(datagrams);
  assert.deepEqual({ ...received, _StackTrace: '' }, { ...message('the whole text'), _StackTrace: '' });
  assert.match(String(received['_StackTrace']), /^[A-Za-z0-9+/]+ … \[shortened: \d+ characters left out\]$/);
});

test('any message fits into 128 chunks of any size from 8 bytes, with all required fields', async () => {
  const texts = fc.tuple(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 1, max: 40 }));
  await fc.assert(
    fc.asyncProperty(texts, texts, fc.integer({ min: 8, max: 300 }), async ([a, m], [b, n], maxBytes) => {
      const given = {
        ...message(a.repeat(m)),
        _StackTrace: b.repeat(n),
        _MessageParam0: a,
        [`_${'n'.repeat(60)}`]: 1,
      };
      const datagrams = await packMessage(given, maxBytes);
      assert.ok(datagrams.length <= 128);
      const received = unpack(datagrams);
      assert.deepEqual([received['short_message'], received['host']], ['short', 'h']);
      if (!JSON.stringify(received).includes('hortened')) {
        assert.deepEqual(received, JSON.parse(renderGelfMessage(given)));
      }
    }),
  );
});

test('a size too small for any message is an error, not a loop', async () => {
  await assert.rejects(
    packMessage({ ...message('x'), host: randomBytes(100).toString('hex') }, 1),
    /does not fit into 128 datagrams/,
  );
});

for (const host of ['127.0.0.1', '::1', 'localhost']) {
  test(`records reach a receiver at ${host}`, async (context) => {
    const receiver = await startUdpReceiver(host === '::1' ? '::1' : '127.0.0.1').catch(() => undefined);
    if (receiver === undefined) return context.skip('this machine has no IPv6');
    const { sender, lost } = startSender(receiver.port, { host });
    for (let n = 0; n < 40; n++) sender.send(message(`${n}`));
    await sender.close();
    const received = await receiver.arrived(40);
    assert.deepEqual(
      received.map((each) => each['full_message']),
      Array.from({ length: 40 }, (_, n) => `${n}`),
    );
    assert.deepEqual(lost, []);
    await receiver.close();
  });
}

test('chunks of a long record arrive and are reassembled', async () => {
  const receiver = await startUdpReceiver();
  const { sender } = startSender(receiver.port, { maxBytes: 1000 });
  const text = randomBytes(20_000).toString('base64');
  sender.send(message(text));
  const [received] = await receiver.arrived(1);
  assert.deepEqual(received, message(text));
  assert.ok(receiver.datagrams.length > 20);
  await sender.close();
  await receiver.close();
});

test('known losses to an unreachable receiver are counted, and it is retried a second later', async () => {
  const gone = await startUdpReceiver();
  await gone.close();
  const { sender, scheduler, lost, loss } = startSender(gone.port);
  // The refusal is the response to a datagram already sent.
  const refused = loss();
  sender.send(message('a'));
  await refused;
  const inPause = loss();
  sender.send(message('b'));
  await inPause;
  const receiver = await startUdpReceiver('127.0.0.1', gone.port);
  scheduler.advance(1000);
  sender.send(message('c'));
  const received = await receiver.arrived(1);
  assert.deepEqual(
    received.map((each) => each['full_message']),
    ['c'],
  );
  await sender.close();
  assert.equal(lost.length, 1);
  assert.equal(lost[0]?.[0], 2);
  assert.match(lost[0]?.[1] ?? '', /ECONNREFUSED/);
  await receiver.close();
});

test('while a name cannot be resolved messages are lost, and it is looked up at most once per second', async () => {
  const receiver = await startUdpReceiver();
  let asked = 0;
  let known = false;
  const lookup = async (host: string) => {
    assert.equal(host, 'graylog.test');
    asked += 1;
    if (!known) throw new Error('getaddrinfo ENOTFOUND graylog.test');
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const { sender, scheduler, lost, loss } = startSender(receiver.port, { host: 'graylog.test', lookup });
  for (const text of ['a', 'b', 'c']) {
    const counted = loss();
    sender.send(message(text));
    await counted;
  }
  assert.equal(asked, 1);
  known = true;
  scheduler.advance(1000);
  sender.send(message('d'));
  const [received] = await receiver.arrived(1);
  assert.equal(received?.['full_message'], 'd');
  await sender.close();
  assert.deepEqual(lost, [[3, 'getaddrinfo ENOTFOUND graylog.test']]);
  await receiver.close();
});

test('after a failure the next of several addresses is tried', async () => {
  const receiver = await startUdpReceiver('127.0.0.1');
  const lookup = async () => [
    { address: '127.0.0.2', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  const { sender, scheduler, loss } = startSender(receiver.port, { host: 'graylog.test', lookup });
  const refused = loss();
  sender.send(message('a'));
  await refused;
  scheduler.advance(1000);
  sender.send(message('b'));
  const [received] = await receiver.arrived(1);
  assert.equal(received?.['full_message'], 'b');
  await sender.close();
  await receiver.close();
});

test('messages beyond 10,000 queued ones are counted as lost, as is one after close', async () => {
  const lookup = () => new Promise<never>(() => undefined);
  const { sender, scheduler, lost } = startSender(1, { host: 'graylog.test', lookup });
  for (let n = 0; n < 10_003; n++) sender.send(message(`${n}`));
  const closed = sender.close();
  await new Promise((done) => setImmediate(done));
  scheduler.advance(1000);
  await closed;
  sender.send(message('late'));
  scheduler.advance(60_000);
  assert.deepEqual(lost, [
    [10_003, 'the server stopped before they were sent'],
    [1, 'the handler is closed'],
  ]);
});
