import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { type Answer, type AnswerRequest, CONNECTION_LIMITS, type ConnectionLimits } from './connection.ts';
import { type Listener, openListener } from './listener.ts';
import type { RequestHead } from './request-head.ts';
import { collect, exchangeHalfClosed, exchangeRaw, openSocket, receive } from './testing/raw-socket.ts';

const HELLO: Answer = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'hello' };

interface Fixture {
  readonly url: string;
  readonly listener: Listener;
  readonly log: ReturnType<typeof createCollectingLogger>;
  /** Requests that were answered, in order. */
  readonly seen: readonly RequestHead[];
}

async function withListener(
  use: (fixture: Fixture) => Promise<void>,
  limits: Partial<ConnectionLimits> = {},
  answer: AnswerRequest = () => HELLO,
): Promise<void> {
  const seen: RequestHead[] = [];
  const log = createCollectingLogger('management');
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    log,
    limits: { ...CONNECTION_LIMITS, ...limits },
    answer(request) {
      seen.push(request);
      return answer(request);
    },
  });
  try {
    await use({ url: listener.url, listener, log, seen });
  } finally {
    await listener.close(0);
  }
}

test('RFC 1945 §6.1: an HTTP/1.0 request is answered in HTTP/1.0, without Host, and the connection closes', () =>
  withListener(async ({ url }) => {
    assert.equal(
      await exchangeRaw(url, 'GET /x HTTP/1.0\r\n\r\n'),
      'HTTP/1.0 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello',
    );
  }));

test('RFC 9112 §9.3: an HTTP/1.1 connection stays open until the caller asks to close it', () =>
  withListener(async ({ url, seen }) => {
    const one = 'GET /1 HTTP/1.1\r\n\r\n';
    const last = 'GET /2 HTTP/1.1\r\nConnection: close\r\n\r\n';
    const text = await exchangeRaw(url, one + last);
    assert.equal(text.match(/HTTP\/1\.1 200 OK\r\n/g)?.length, 2, text);
    assert.equal(text.match(/connection: close/g)?.length, 1);
    assert.deepEqual(
      seen.map(({ target }) => target),
      ['/1', '/2'],
    );
  }));

test('RFC 9110 §9.3.2: HEAD gets the headers of GET, with its length and without its body', () =>
  withListener(async ({ url }) => {
    const text = await exchangeRaw(url, 'HEAD / HTTP/1.0\r\n\r\n');
    assert.match(text, /content-length: 5\r\n/);
    assert.ok(text.endsWith('\r\n\r\n'), text);
  }));

test('RFC 9112 §2.2: lines that end with LF alone, and line ends in front of a request, are accepted', () =>
  withListener(async ({ url, seen }) => {
    const text = await exchangeRaw(url, '\n\r\nGET /a HTTP/1.1\nhost: x\n\n\nGET /b HTTP/1.0\n\n');
    assert.equal(text.match(/200 OK/g)?.length, 2);
    assert.deepEqual(
      seen.map(({ target }) => target),
      ['/a', '/b'],
    );
  }));

test('a request in single bytes, split anywhere, is understood', () =>
  withListener(async ({ url, seen }) => {
    const socket = openSocket(url);
    const received = collect(socket);
    for (const byte of 'GET /split HTTP/1.0\r\nHost: x\r\n\r\n') {
      await new Promise<void>((resolve) => socket.write(byte, () => resolve()));
    }
    assert.match(await received, /^HTTP\/1\.0 200 OK/);
    assert.equal(seen[0]?.headers.get('host'), 'x');
  }));

test('a caller that ends its half of the connection after the request still gets the response', () =>
  withListener(async ({ url }) => {
    assert.match(await exchangeHalfClosed(url, 'GET / HTTP/1.1\r\n\r\n'), /hello$/);
  }));

test('RFC 9112 §6.2: a body of known length is skipped, and the next request is read after it', () =>
  withListener(async ({ url, seen }) => {
    const post = 'POST /1 HTTP/1.1\r\nContent-Length: 9\r\n\r\nGET /evil';
    const text = await exchangeRaw(url, `${post}GET /2 HTTP/1.0\r\n\r\n`);
    assert.equal(text.match(/200 OK/g)?.length, 2);
    assert.deepEqual(
      seen.map(({ target }) => target),
      ['/1', '/2'],
    );
  }));

test('request smuggling: after a body whose end is not known the connection closes', () =>
  withListener(
    async ({ url, seen }) => {
      for (const headers of ['Transfer-Encoding: chunked', 'Content-Length: 20', 'Expect: 100-continue']) {
        const text = await exchangeRaw(
          url,
          `POST /1 HTTP/1.1\r\n${headers}\r\n\r\nGET /evil HTTP/1.0\r\n\r\n`,
        );
        assert.match(text, /^HTTP\/1\.1 200 OK/, headers);
        assert.match(text, /connection: close/, headers);
        assert.equal(text.match(/HTTP\/1/g)?.length, 1, headers);
      }
      assert.deepEqual(new Set(seen.map(({ target }) => target)), new Set(['/1']));
    },
    { maxSkippedBytes: 10 },
  ));

for (const [name, bytes, status] of [
  ['bytes that are not HTTP', 'nonsense\r\n\r\n', '400 Bad Request'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\n\n', '400 Bad Request'],
  ['two lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400 Bad Request'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '505 HTTP Version Not Supported'],
  [
    'a head that never ends',
    `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}`,
    '431 Request Header Fields Too Large',
  ],
  [
    'a head beyond the limit',
    `GET / HTTP/1.1\r\nx: ${'a'.repeat(17_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
] as const) {
  test(`bad input: ${name} is answered with ${status} and how to do it right, and the connection closes`, () =>
    withListener(async ({ url, seen, log }) => {
      const text = await exchangeRaw(url, bytes);
      assert.ok(text.startsWith(`HTTP/1.1 ${status}\r\n`), text.slice(0, 200));
      assert.match(text, /connection: close\r\n\r\n[A-Z].+\. Send .+\.\n$/);
      assert.deepEqual([seen.length, log.records.length], [0, 0]);
    }));
}

test('RFC 9110 §15.5.9: a head that does not arrive in time is answered with 408', () =>
  withListener(
    async ({ url, seen }) => {
      assert.match(await exchangeRaw(url, 'GET / HTTP/1.1\r\nHost:'), /^HTTP\/1\.1 408 Request Timeout\r\n/);
      assert.equal(seen.length, 0);
    },
    { headMs: 20 },
  ));

test('slow callers: an idle connection, and one that sends nothing but line ends, is closed without a response', () =>
  withListener(
    async ({ url }) => {
      assert.equal(await exchangeRaw(url, ''), '');
      assert.equal(await exchangeRaw(url, '\n\n\n'), '');
      assert.match(await exchangeRaw(url, 'GET / HTTP/1.1\r\n\r\n'), /hello$/);
    },
    { idleMs: 20 },
  ));

test('slow callers: a body that does not arrive, and a caller that stays after the response, are cut off', () =>
  withListener(
    async ({ url }) => {
      const unsent = await exchangeRaw(url, 'POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n');
      assert.match(unsent, /hello$/);
      assert.match(await exchangeRaw(url, 'GET / HTTP/1.0\r\n\r\n'), /hello$/);
    },
    { transferMs: 20, lingerMs: 20 },
  ));

test('slow callers: a caller that does not read its response is cut off', () =>
  withListener(
    async ({ url, listener }) => {
      const socket = openSocket(url, 'GET / HTTP/1.1\r\n\r\n');
      await receive(socket, /200 OK/);
      socket.pause();
      // Resolves when the connection is gone, which only the limit brings about.
      await listener.close(600_000);
      socket.destroy();
    },
    { transferMs: 20 },
    () => ({ ...HELLO, body: 'x'.repeat(32 * 1024 * 1024) }),
  ));

test('floods: bytes after the last response are read, so that the caller does not lose it to a reset', () =>
  withListener(async ({ url }) => {
    const text = await exchangeHalfClosed(url, `GET / HTTP/1.0\r\n\r\n${'y'.repeat(300_000)}`);
    assert.match(text, /hello$/);
  }));

test('a defect is answered with 500, logged once with its stack, and the listener goes on', () =>
  withListener(
    async ({ url, log }) => {
      const text = await exchangeRaw(url, 'GET / HTTP/1.0\r\n\r\n');
      assert.match(text, /^HTTP\/1\.0 500 Internal Server Error\r\n/);
      assert.doesNotMatch(text, /secret detail/);
      assert.match(await exchangeRaw(url, 'GET / HTTP/1.0\r\n\r\n'), /^HTTP\/1\.0 500 /);
      assert.equal(log.records.length, 2);
    },
    {},
    () => {
      throw new TypeError('secret detail');
    },
  ));

test('a caller that resets the connection while its response is prepared harms nobody', async () => {
  let arrived: () => void = () => undefined;
  let release: (answer: Answer) => void = () => undefined;
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const prepared = new Promise<Answer>((resolve) => {
    release = resolve;
  });
  await withListener(
    async ({ url, log }) => {
      const socket = openSocket(url, 'GET /slow HTTP/1.1\r\n\r\n');
      await isThere;
      socket.resetAndDestroy();
      release(HELLO);
      assert.match(await exchangeRaw(url, 'GET / HTTP/1.0\r\n\r\n'), /hello$/);
      assert.deepEqual(log.records, []);
    },
    {},
    ({ target }) => {
      arrived();
      return target === '/slow' ? prepared : HELLO;
    },
  );
});
