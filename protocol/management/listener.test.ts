import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { callOverTls, createTestCertificate } from '#protocol/http/testing/certificate.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import type { Answer } from './connection.ts';
import { type Listener, type ListenerSetup, openListener } from './listener.ts';
import { collect, exchangeRaw, openSocket, receive } from './testing/raw-socket.ts';

const HELLO: Answer = { status: 200, headers: {}, body: 'hello' };
const KEPT_OPEN = 'GET / HTTP/1.1\r\n\r\n';
const ONCE = 'GET / HTTP/1.0\r\n\r\n';

function open(changes: Partial<ListenerSetup> = {}): Promise<Listener> {
  const log = createCollectingLogger('management');
  return openListener({ host: '127.0.0.1', port: 0, tls: undefined, log, answer: () => HELLO, ...changes });
}

test('http-management-port: a port in use ends the start and names the option', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  await assert.rejects(open({ port }), (error) => {
    assert.ok(error instanceof OptionError);
    assert.equal(error.exitCode, 1);
    const line = `http-management-port: port ${port} on 127.0.0.1 is in use. Choose another port, or 0 for any free one.`;
    assert.equal(error.toLine(), line);
    return true;
  });
  holder.close();
});

test('http-management-host: an address that is not on this machine ends the start and names the option', async () => {
  await assert.rejects(
    open({ host: '203.0.113.1' }),
    (error) => error instanceof OptionError && error.option === 'http-management-host',
  );
});

test('RFC 3986 §3.2.2: an IPv6 address is written in brackets', async () => {
  const listener = await open({ host: '::1' });
  assert.match(listener.url, /^http:\/\/\[::1\]:\d+$/);
  assert.match(await exchangeRaw(listener.url, ONCE), /hello$/);
  await listener.close(0);
});

test('HTTPS: the certificate is served, plain HTTP on that port is not answered, and a broken handshake is no error', async () => {
  const pair = createTestCertificate('localhost', ['localhost', '127.0.0.1']);
  const log = createCollectingLogger('management');
  const listener = await open({ tls: pair, log });
  assert.match(listener.url, /^https:/);
  const answer = await callOverTls(listener.url, { ca: pair.certificate });
  assert.deepEqual([answer.status, answer.text], [200, 'hello']);
  assert.doesNotMatch(await exchangeRaw(listener.url, ONCE), /hello/);
  assert.deepEqual([...new Set(log.records.map(({ level }) => level))], ['DEBUG']);
  await listener.close(0);
});

test('floods: with too many connections, the one used least recently is closed and the newest is served', async () => {
  const listener = await open({ maxConnections: 3 });
  const sockets = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const socket = openSocket(listener.url, KEPT_OPEN);
      await receive(socket, /hello/);
      return socket;
    }),
  );
  const closed = sockets.map((socket) => once(socket, 'close'));
  const [first] = sockets;
  first?.write(KEPT_OPEN);
  if (first !== undefined) await receive(first, /hello/);
  assert.match(await exchangeRaw(listener.url, ONCE), /hello$/);
  await Promise.race(closed.slice(1));
  assert.equal(first?.destroyed, false);
  await listener.close(0);
  await Promise.all(closed);
});

test('close: idle connections end at once, a response in progress is finished, and nothing new is accepted', async () => {
  let release: (answer: Answer) => void = () => undefined;
  let arrived: () => void = () => undefined;
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const listener = await open({
    answer: ({ target }) =>
      target !== '/slow'
        ? HELLO
        : new Promise((resolve) => {
            release = resolve;
            arrived();
          }),
  });
  const idle = openSocket(listener.url, KEPT_OPEN);
  await receive(idle, /hello/);
  const idleEnd = once(idle, 'close');
  const busy = openSocket(listener.url, 'GET /slow HTTP/1.1\r\n\r\n');
  const response = collect(busy);
  await isThere;
  const closed = listener.close(600_000);
  await idleEnd;
  assert.equal(await exchangeRaw(listener.url, ONCE), '');
  release(HELLO);
  assert.match(await response, /connection: close\r\n\r\nhello$/);
  await closed;
});

test('close: a response that is never ready is cut off after the grace period', async () => {
  const listener = await open({ answer: () => new Promise(() => undefined) });
  const socket = openSocket(listener.url, KEPT_OPEN);
  const response = collect(socket);
  await once(socket, 'connect');
  await listener.close(10);
  assert.equal(await response, '');
});
