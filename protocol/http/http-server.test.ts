import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { Reply, Route } from './exchange.ts';
import { jsonReply } from './replies.ts';
import { startTestHttpServer, type TestHttpServer, type TestHttpServerOptions } from './testing/server.ts';

const routes: readonly Route[] = [
  { method: 'GET', path: '/x', title: 'X', handle: () => jsonReply(200, { ok: true }) },
  {
    method: 'POST',
    path: '/form',
    title: 'Form',
    body: 'form',
    handle: ({ form }) => jsonReply(200, form.entries),
  },
];

async function withServer(
  use: (server: TestHttpServer) => Promise<void>,
  options?: TestHttpServerOptions,
  table = routes,
): Promise<void> {
  const server = await startTestHttpServer(table, options);
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

test('RFC 9112 §2.2: bytes that are not HTTP are answered with 400 in JSON', async () => {
  await withServer(async (server) => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET /x HTTP/9.9\r\n\r\n',
      'GET /x HTTP/1.1\r\nHost : a\r\n\r\n',
      '\u0000\u0001\u0002\r\n\r\n',
    ]) {
      const answer = await server.sendRaw(bytes);
      assert.match(answer, /^HTTP\/1\.1 400 /, JSON.stringify(bytes));
      assert.match(answer, /"error":"invalid_request"/);
    }
  });
});

test('RFC 6585 §5: headers beyond the limit are answered with 431', async () => {
  await withServer(async (server) => {
    const answer = await server.sendRaw(
      `GET /x HTTP/1.1\r\nHost: localhost\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 431 /);
  });
});

test('RFC 9112 §6.1: a request with both Content-Length and chunked encoding is rejected', async () => {
  await withServer(async (server) => {
    const head =
      'POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n';
    assert.match(await server.sendRaw(`${head}0\r\n\r\n`), /^HTTP\/1\.1 400 /);
  });
});

test('RFC 9110 §15.5.9: a body that does not arrive in time is answered with 408', async () => {
  await withServer(
    async (server) => {
      const socket = connect(server.port, '127.0.0.1');
      const answer = new Promise<string>((resolve) =>
        socket.once('data', (chunk: Buffer) => resolve(chunk.toString())),
      );
      socket.write(
        'POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\na=1',
      );
      assert.match(await answer, /^HTTP\/1\.1 408 /);
      socket.destroy();
    },
    { server: { requestTimeoutMs: 50 } },
  );
});

test('RFC 9110 §9.3.6: CONNECT is rejected', async () => {
  await withServer(async (server) => {
    assert.match(
      await server.sendRaw('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
      /^HTTP\/1\.1 405 /,
    );
  });
});

test('two requests on one connection are answered in order', async () => {
  await withServer(async (server) => {
    const one = 'GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const last = 'GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    assert.equal((await server.sendRaw(one + last)).match(/HTTP\/1\.1 200 /g)?.length, 2);
  });
});

test('a port in use aborts the start with option and remedy', async () => {
  await withServer(async (server) => {
    const other = await startTestHttpServer([]);
    await other.stop();
    await assert.rejects(other.server.listen('127.0.0.1', server.port), (error) => {
      assert.ok(error instanceof OptionError);
      assert.equal(error.option, 'http-port');
      assert.equal(error.exitCode, 1);
      assert.match(error.toLine(), new RegExp(`port ${server.port} on 127\\.0\\.0\\.1 is in use`));
      return true;
    });
  });
});

test('an address that is not on this machine aborts the start and names the option', async () => {
  const server = await startTestHttpServer([]);
  await server.stop();
  await assert.rejects(
    server.server.listen('203.0.113.1', 0),
    (error) => error instanceof OptionError && error.option === 'http-host',
  );
});

test('closing lets a request in flight finish and accepts no new ones', async () => {
  let finish: (reply: Reply) => void = () => undefined;
  let arrived: () => void = () => undefined;
  const inFlight = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const slow: Route = {
    method: 'GET',
    path: '/slow',
    handle: () =>
      new Promise((resolve) => {
        finish = resolve;
        arrived();
      }),
  };
  const server = await startTestHttpServer([slow]);
  const answer = server.send('/slow');
  await inFlight;
  const closed = server.server.close(60_000);
  await assert.rejects(server.send('/slow'));
  finish(jsonReply(200, { done: true }));
  const response = await answer;
  assert.equal(response.headers.get('connection'), 'close');
  assert.deepEqual(await response.json(), { done: true });
  await closed;
});

test('RFC 9112 §2.2: bytes that are not HTTP after a live stream end it, and nothing is written into it', async () => {
  const live: Route = {
    method: 'GET',
    path: '/live',
    handle: () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      stream: (response) => response.write('data: 1\n\n'),
    }),
  };
  await withServer(
    async (server) => {
      const socket = connect(server.port, '127.0.0.1');
      const chunks: string[] = [];
      const ended = new Promise((resolve) => socket.on('close', resolve));
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk.toString());
        socket.write('nonsense\r\n\r\n');
      });
      socket.on('error', () => undefined);
      socket.write('GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await ended;
      assert.match(chunks.join(''), /^HTTP\/1\.1 200 /);
      assert.doesNotMatch(chunks.join(''), /HTTP\/1\.1 400/);
    },
    undefined,
    [live],
  );
});

test('closing ends live streams at once', async () => {
  const live: Route = {
    method: 'GET',
    path: '/live',
    handle: () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      stream: (response) => response.write('data: 1\n\n'),
    }),
  };
  const server = await startTestHttpServer([live]);
  const response = await server.send('/live');
  const closed = server.server.close(60_000);
  assert.equal(await response.text(), 'data: 1\n\n');
  await closed;
});

test('closing cuts remaining connections when the grace period ends', async () => {
  let arrived: () => void = () => undefined;
  const inFlight = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const stuck: Route = {
    method: 'GET',
    path: '/stuck',
    handle: () =>
      new Promise(() => {
        arrived();
      }),
  };
  const server = await startTestHttpServer([stuck]);
  const answer = assert.rejects(server.send('/stuck'));
  await inFlight;
  await server.server.close(10);
  await answer;
});

test('RFC 9110 §15.5.2: a caller that is not admitted is refused whatever the body size, and a large body is not read', async () => {
  await withServer(
    async (server) => {
      const small = await server.send('/members', { method: 'PUT', body: 'x'.repeat(1_000_000) });
      assert.equal(small.status, 401);
      assert.equal(small.headers.get('connection'), 'keep-alive');
      const head = 'PUT /members HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n\r\n';
      const refused = await server.sendRaw(head);
      assert.match(refused, /^HTTP\/1\.1 401 /);
      assert.match(refused, /\r\nconnection: close\r\n/i);
      const authorization = 'Bearer x';
      const body = 'x'.repeat(5_000_000);
      const admitted = await server.send('/members', { method: 'PUT', body, headers: { authorization } });
      assert.equal(admitted.status, 200);
    },
    undefined,
    [
      {
        method: 'PUT',
        path: '/members',
        title: 'Members',
        body: 'text',
        maxBodyBytes: 32_000_000,
        admit: async ({ headers }) =>
          headers.authorization === undefined ? jsonReply(401, { error: 'no token' }) : undefined,
        handle: () => jsonReply(200, {}),
      },
    ],
  );
});

const LARGE: Route = {
  method: 'GET',
  path: '/large',
  title: 'Large',
  handle: () => ({ status: 200, body: Buffer.alloc(32 * 1024 * 1024) }),
};

/**
 * Closing resolves before its grace period ends, and so before the test times out, only when no connection is
 * left.
 */
const CUT = { timeout: 20_000 };
const LONG_GRACE_MS = 60_000;

for (const [what, requests] of [
  ['one request', 1],
  ['a hundred requests', 100],
] as const) {
  test(`a caller that sends ${what} and never reads is disconnected, and the log says so`, CUT, async () => {
    const readers = { graceMs: 50, bytesPerSecond: 1024 ** 3 };
    const server = await startTestHttpServer([LARGE], { server: { readers } });
    const socket = connect(server.port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests));
    const isCut = () =>
      server.log.records.some(({ message }) => message.startsWith('The caller does not read'));
    while (!isCut()) await turnOfTheLoop();
    await server.server.close(LONG_GRACE_MS);
    socket.destroy();
  });
}

for (const [what, bytes] of [
  ['bytes that are not HTTP', 'nonsense\r\n\r\n'],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
] as const) {
  test(
    `a caller that sends ${what} and keeps its half of the connection open is disconnected`,
    CUT,
    async () => {
      const server = await startTestHttpServer(routes, { server: { lingerMs: 50 } });
      const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('data', () => undefined);
      socket.on('error', () => undefined);
      socket.write(bytes);
      await once(socket, 'end');
      await server.server.close(LONG_GRACE_MS);
      socket.destroy();
    },
  );
}

test('a caller that connects and sends nothing, or half a header, is disconnected', CUT, async () => {
  await withServer(
    async (server) => {
      for (const bytes of ['', 'GET /x HT']) {
        const socket = connect(server.port, '127.0.0.1');
        socket.on('data', () => undefined);
        if (bytes !== '') socket.write(bytes);
        await once(socket, 'close');
      }
    },
    { server: { headersTimeoutMs: 50, requestTimeoutMs: 50 } },
  );
});
