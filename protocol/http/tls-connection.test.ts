// TLS over real sockets: who may connect, and what is known of a client certificate.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { Route } from './exchange.ts';
import { jsonReply } from './replies.ts';
import { callOverTls, createTestCertificate, type TlsCall } from './testing/certificate.ts';
import { startTestHttpServer, type TestHttpServer } from './testing/server.ts';
import type { TlsSettings } from './tls-credentials.ts';

const own = createTestCertificate('server', ['localhost', '127.0.0.1']);
const client = createTestCertificate('client');
const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/x',
    handle: ({ tls, baseUrl }) =>
      jsonReply(200, {
        tls: tls !== undefined,
        shown: tls?.certificate?.subject,
        trusted: tls?.trusted,
        baseUrl,
      }),
  },
];

async function withTls(
  use: (call: (given?: TlsCall) => Promise<Record<string, unknown>>, server: TestHttpServer) => Promise<void>,
  settings: Partial<TlsSettings> = {},
): Promise<void> {
  const tls = {
    credentials: own,
    asksForCertificates: true,
    requiresCertificates: false,
    trusted: undefined,
    ...settings,
  };
  const server = await startTestHttpServer(routes, { server: { tls } });
  try {
    const url = `https://127.0.0.1:${server.port}/x`;
    await use(async (given) => JSON.parse((await callOverTls(url, given)).text), server);
  } finally {
    await server.stop();
  }
}

test('RFC 9110 §4.2.2: over TLS the base URL is https, and a caller that trusts the certificate can connect', () =>
  withTls(async (call, { port }) => {
    const answer = await call({ ca: own.certificate });
    assert.deepEqual(answer, { tls: true, trusted: false, baseUrl: `https://127.0.0.1:${port}` });
  }));

test('over plain HTTP there is no TLS connection', async () => {
  const server = await startTestHttpServer(routes);
  const answer = await (await server.send('/x')).json();
  assert.equal((answer as { tls: boolean }).tls, false);
  await server.stop();
});

test('a caller that trusts another certificate cannot connect', () =>
  withTls(async (call) => {
    await assert.rejects(call({ ca: client.certificate }));
  }));

test('RFC 8705 §2: without a trust store any client certificate is recorded, and none is trusted', () =>
  withTls(async (call) => {
    const { shown, trusted } = await call({ shows: client });
    assert.deepEqual([shown, trusted], ['CN=client', false]);
  }));

test('RFC 8705 §2.1: with a trust store its certificates are trusted, others are only recorded', () =>
  withTls(
    async (call) => {
      assert.equal((await call({ shows: client }))['trusted'], true);
      const other = await call({ shows: createTestCertificate('client') });
      assert.deepEqual([other['shown'], other['trusted']], ['CN=client', false]);
      assert.equal((await call())['trusted'], false);
    },
    { trusted: client.certificate },
  ));

test('with https-client-auth=none no client certificate is requested', () =>
  withTls(
    async (call) => {
      assert.equal((await call({ shows: client }))['shown'], undefined);
    },
    { asksForCertificates: false },
  ));

test('with https-client-auth=required only callers with a trusted certificate can connect', () =>
  withTls(
    async (call) => {
      assert.equal((await call({ shows: client }))['trusted'], true);
      await assert.rejects(call());
      await assert.rejects(call({ shows: createTestCertificate('client') }));
    },
    { requiresCertificates: true, trusted: client.certificate },
  ));

test('bytes that are not TLS close only their own connection', () =>
  withTls(async (call, { port }) => {
    for (const bytes of ['GET /x HTTP/1.1\r\nHost: a\r\n\r\n', '\u0016\u0003\u0001', '\u0000'.repeat(100)]) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.on('close', () => resolve());
        socket.resume();
        socket.end(bytes);
      });
    }
    assert.equal((await call())['tls'], true);
  }));
