import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Reassembler, startUdpReceiver } from '../testing/gelf-receiver.ts';
import { createTestScheduler } from '../testing/scheduler.ts';
import { GelfLosses } from './gelf-losses.ts';
import { type GelfMessage, renderGelfMessage } from './gelf-message.ts';
import { GelfSender, UnsendableMessageError } from './gelf-sender.ts';
import { createUdpTransport, packMessage } from './gelf-udp.ts';

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

function startSender(port: number, host = '127.0.0.1', maxBytes = 8192) {
  const scheduler = createTestScheduler();
  const lost: [number, string][] = [];
  const reachable: boolean[] = [];
  let failed = (): void => undefined;
  const sender = new GelfSender({
    transport: createUdpTransport({ protocol: 'udp', host, port }, maxBytes, { clock: scheduler }),
    scheduler,
    clock: scheduler,
    losses: new GelfLosses(scheduler, (...report) => lost.push(report)),
    reachable: (is) => {
      reachable.push(is);
      failed();
    },
  });
  /** Comes back when the receiver is found to be away. */
  const away = (): Promise<void> =>
    new Promise((done) => {
      if (reachable.includes(false)) done();
      else failed = done;
    });
  return { sender, scheduler, lost, reachable, away };
}

test('a message is compressed, whatever its size, and comes back equal in at most the size', async () => {
  for (const text of ['', 'short', 'x'.repeat(100_000), randomBytes(30_000).toString('base64')]) {
    const datagrams = await packMessage(message(text), 8192);
    assert.ok(datagrams.every((datagram) => datagram.length <= 8192 + 12));
    assert.deepEqual(unpack(datagrams), message(text));
  }
});

test('a long message that compression makes small is one datagram', async () => {
  const datagrams = await packMessage(message('x'.repeat(500_000)), 8192);
  assert.equal(datagrams.length, 1);
  assert.equal(datagrams[0]?.toString('hex', 0, 2), '1f8b');
});

test('a message of more than 128 chunks is shortened, long texts first, with a mark', async () => {
  const trace = randomBytes(200_000).toString('base64');
  const datagrams = await packMessage({ ...message('the whole text'), _StackTrace: trace }, 1000);
  assert.ok(datagrams.length <= 128 && datagrams.length > 64, `${datagrams.length}`);
  const received = unpack(datagrams);
  assert.deepEqual({ ...received, _StackTrace: '' }, { ...message('the whole text'), _StackTrace: '' });
  assert.match(String(received['_StackTrace']), /^[A-Za-z0-9+/]+ … \[shortened: \d+ characters left out\]$/);
});

test('any message fits into 128 chunks of any size from 8 bytes on, with what a receiver needs', async () => {
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

test('a size into which nothing fits is an error of its own, not a loop', async () => {
  await assert.rejects(
    packMessage({ ...message('x'), host: randomBytes(100).toString('hex') }, 1),
    UnsendableMessageError,
  );
});

for (const host of ['127.0.0.1', '::1', 'localhost']) {
  test(`records reach a receiver at ${host}`, async (context) => {
    const receiver = await startUdpReceiver(host === '::1' ? '::1' : '127.0.0.1').catch(() => undefined);
    if (receiver === undefined) return context.skip('this machine has no IPv6');
    const { sender, lost } = startSender(receiver.port, host);
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

test('chunks of a long record arrive and are put together', async () => {
  const receiver = await startUdpReceiver();
  const { sender } = startSender(receiver.port, '127.0.0.1', 1000);
  const text = randomBytes(20_000).toString('base64');
  sender.send(message(text));
  const [received] = await receiver.arrived(1);
  assert.deepEqual(received, message(text));
  assert.ok(receiver.datagrams.length > 20);
  await sender.close();
  await receiver.close();
});

test('a receiver that is away and back again: what went nowhere is counted, the rest arrives', async () => {
  const first = await startUdpReceiver();
  await first.close();
  const { sender, scheduler, lost, away, reachable } = startSender(first.port);
  for (let n = 0; n < 20; n++) sender.send(message(`${n}`));
  await away();
  const receiver = await startUdpReceiver('127.0.0.1', first.port);
  scheduler.advance(1000);
  await receiver.arrived(1);
  scheduler.advance(200);
  sender.send(message('last'));
  await sender.close();
  const lostCount = lost.reduce((sum, [count]) => sum + count, 0);
  const received = await receiver.arrived(21 - lostCount);
  assert.equal(received.length, 21 - lostCount);
  assert.equal(received.at(-1)?.['full_message'], 'last');
  assert.deepEqual(reachable, [false, true]);
  await receiver.close();
});

test('a refusal that comes after a message was sent says that this message is lost', async () => {
  // The connection alone does not keep the process alive.
  const other = await startUdpReceiver();
  const gone = await startUdpReceiver();
  await gone.close();
  const endpoint = { protocol: 'udp', host: '127.0.0.1', port: gone.port } as const;
  let refuse: (lostMessages: number) => void = () => undefined;
  const refused = new Promise<number>((done) => {
    refuse = done;
  });
  const connection = await createUdpTransport(endpoint, 8192).open((_, lostMessages) => refuse(lostMessages));
  const taken = await connection.send(message('a')).then(
    () => 1,
    () => 0,
  );
  assert.equal(await refused, taken);
  connection.destroy();
  await other.close();
});

test('a name that cannot be resolved makes records wait, and one that can be resolved later lets them go', async () => {
  const receiver = await startUdpReceiver();
  const scheduler = createTestScheduler();
  let known = false;
  let asked = (): void => undefined;
  const lookup = async (host: string) => {
    assert.equal(host, 'graylog.test');
    asked();
    if (!known) throw new Error('getaddrinfo ENOTFOUND graylog.test');
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const reasons: string[] = [];
  const endpoint = { protocol: 'udp', host: 'graylog.test', port: receiver.port } as const;
  const sender = new GelfSender({
    transport: createUdpTransport(endpoint, 8192, { lookup, clock: scheduler }),
    scheduler,
    clock: scheduler,
    losses: new GelfLosses(scheduler, () => assert.fail('nothing is lost')),
    reachable: (is, reason) => reasons.push(is ? 'back' : reason),
  });
  const wasAsked = new Promise<void>((done) => {
    asked = done;
  });
  sender.send(message('a'));
  await wasAsked;
  await new Promise((done) => setImmediate(done));
  known = true;
  scheduler.advance(1000);
  const [received] = await receiver.arrived(1);
  assert.equal(received?.['full_message'], 'a');
  assert.deepEqual(reasons, ['getaddrinfo ENOTFOUND graylog.test']);
  await sender.close();
  await receiver.close();
});
