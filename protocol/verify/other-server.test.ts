import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createCookieJar, findOtherRealm, NoAnswer, send } from './other-server.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

async function withServer(handler: Handler, use: (url: string) => Promise<void>): Promise<void> {
  const server: Server = createServer(handler);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

async function failure(against: string, realm = 'demo'): Promise<OptionError> {
  const error = await findOtherRealm(against, realm).then(
    () => assert.fail('found'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof OptionError, String(error));
  return error;
}

for (const against of [
  '',
  'sso.example.com',
  'ftp://sso.example.com',
  'http://a/?x=1',
  'http://a/#x',
  'localhost:8080',
  'http://a:b@sso.example.com',
])
  test(`contract "verify": --against=${against} is not the base URL of a server, exit code 2`, async () => {
    const error = await failure(against);
    assert.match(error.toLine(), /^--against: is not the base URL of a server\. Give the base URL/);
    assert.equal(error.exitCode, 2);
  });

test('contract "verify": a server that is not running is named with the reason, exit code 1', async () => {
  let url = '';
  await withServer(
    () => undefined,
    async (running) => {
      url = running;
    },
  );
  const error = await failure(url);
  assert.match(error.toLine(), new RegExp(`^--against: ${url}/realms/demo cannot be reached: `));
  assert.equal(error.exitCode, 1);
});

test('contract "verify": a server without this realm is named with its status, exit code 1', async () => {
  await withServer(
    (_request, response) => response.writeHead(404).end(),
    async (url) => {
      const error = await failure(`${url}/auth/`, 'a b');
      assert.match(
        error.toLine(),
        new RegExp(`^--against: ${url}/auth/realms/a%20b answers 404 to discovery\\.`),
      );
      assert.equal(error.exitCode, 1);
    },
  );
});

const ISSUER = 'https://sso.example.com/realms/test';

for (const [path, realm, found] of [
  ['', 'demo', '/realms/demo'],
  ['/', 'demo', '/realms/demo'],
  ['/auth', 'demo', '/auth/realms/demo'],
  ['/realms/test', 'demo', '/realms/test'],
  ['/auth/realms/test/', 'demo', '/auth/realms/test'],
] as const)
  test(`contract "verify": --against=URL${path} --realm=${realm} means ${found}`, async () => {
    const asked: string[] = [];
    await withServer(
      ({ url: target = '' }, response) => {
        asked.push(target);
        response.end(JSON.stringify({ issuer: ISSUER }));
      },
      async (url) => {
        assert.equal((await findOtherRealm(`${url}${path}`, realm)).url, `${url}${found}`);
      },
    );
    assert.deepEqual(asked, [`${found}/.well-known/openid-configuration`]);
  });

test('contract "verify": addresses below the issuer that the server names count as its own', async () => {
  await withServer(
    (_request, response) => response.end(JSON.stringify({ issuer: ISSUER })),
    async (url) => {
      const realm = await findOtherRealm(`${url}/realms/test`, 'demo');
      assert.equal(realm.below(`${ISSUER}/account`), '/account');
      assert.equal(realm.below(`${url}/realms/test/account`), '/account');
    },
  );
});

for (const body of ['{"issuer":1}', '{"issuer":"odd"}', '[]', 'null', 'no JSON'])
  test(`bad input: discovery that answers ${body} is compared later, and does not end the command`, async () => {
    await withServer(
      (_request, response) => response.end(body),
      async (url) => assert.equal((await findOtherRealm(url, 'demo')).url, `${url}/realms/demo`),
    );
  });

test('RFC 6265 §5.4: cookies of a browser come back on their path only, Secure ones on loopback addresses, too', async () => {
  const received: (string | undefined)[] = [];
  await withServer(
    ({ headers }, response) => {
      received.push(headers.cookie);
      response.setHeader('set-cookie', ['a=1; Path=/realms/; Secure; HttpOnly', 'b=2; Path=/other']);
      response.end();
    },
    async (url) => {
      const cookies = createCookieJar();
      const request = { method: 'GET', url: `${url}/realms/x`, headers: {} };
      await send(request, cookies);
      await send(request, cookies);
      await send(request);
      await send(request, createCookieJar());
    },
  );
  assert.deepEqual(received, [undefined, 'a=1', undefined, undefined]);
});

test('bad input: an unreadable cookie is passed over, and still part of the answer', async () => {
  await withServer(
    (_request, response) => response.setHeader('set-cookie', ['=;;', 'a=1; Domain=elsewhere.test']).end(),
    async (url) => {
      const answer = await send({ method: 'GET', url, headers: {} }, createCookieJar());
      assert.deepEqual(answer.setCookies, ['=;;', 'a=1; Domain=elsewhere.test']);
    },
  );
});

test('contract "verify": redirects are not followed, so that each answer can be compared', async () => {
  await withServer(
    (_request, response) => response.writeHead(302, { location: '/next' }).end(),
    async (url) => {
      const { status, headers } = await send({ method: 'POST', url, headers: {}, body: 'a=1' });
      assert.deepEqual([status, headers.get('location')], [302, '/next']);
    },
  );
});

test('bad input: an answer without end is cut off, and a closed connection is no answer', async () => {
  await withServer(
    ({ url }, response) => {
      if (url === '/close') response.destroy();
      const timer = setInterval(() => response.write('x'.repeat(1024 * 1024)), 1);
      response.on('close', () => clearInterval(timer));
    },
    async (url) => {
      for (const [path, reason] of [
        ['/endless', /larger than 8388608 bytes/],
        ['/close', /closed|hang up|reset/i],
      ] as const)
        await assert.rejects(send({ method: 'GET', url: `${url}${path}`, headers: {} }), (error) => {
          assert.ok(error instanceof NoAnswer);
          assert.match(error.message, reason);
          return true;
        });
    },
  );
});
