import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { checkOrigin, checkOwnOrigin, withCors } from './cors.ts';
import { oauthErrorReply } from './errors.ts';
import type { Exchange, RealmExchange, Reply, Route } from './exchange.ts';
import { startTestHttpServer, type TestHttpServer } from './testing/server.ts';

const realm: StoredRealm = {
  id: 'r1',
  realm: 'demo',
  clients: [
    { id: 'c1', clientId: 'listed', publicClient: true, webOrigins: ['https://app.example'] },
    { id: 'c2', clientId: 'any', publicClient: true, webOrigins: ['*'] },
    { id: 'c3', clientId: 'none', publicClient: true, webOrigins: [] },
  ],
};

function clientOf(exchange: RealmExchange): Client {
  const client = exchange.realm.clients.get(exchange.query.get('client') ?? '');
  return client ?? assert.fail('no such client');
}

function checked(exchange: RealmExchange): Reply {
  try {
    checkOrigin(exchange, clientOf(exchange));
    return { status: 204 };
  } catch (error) {
    assert.ok(error instanceof OAuthError);
    return oauthErrorReply(exchange, error);
  }
}

const routes: readonly Route[] = [
  { method: 'GET', path: '/realms/:realm/check', title: 'Check', realm: true, handle: checked },
  {
    method: 'GET',
    path: '/realms/:realm/read',
    realm: true,
    handle: (exchange) =>
      withCors({ status: 204, headers: { 'x-a': 'b' } }, exchange, ['https://app.example']),
  },
  {
    method: 'GET',
    path: '/own',
    title: 'Own',
    handle: (exchange: Exchange) => {
      checkOwnOrigin(exchange, ['app://console']);
      return { status: 204 };
    },
  },
];

async function withServer(use: (server: TestHttpServer) => Promise<void>): Promise<void> {
  const server = await startTestHttpServer(routes, { realms: [realm] });
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

async function statusOf(server: TestHttpServer, path: string, origin?: string): Promise<number> {
  const response = await server.send(path, origin === undefined ? {} : { headers: { origin } });
  await response.text();
  return response.status;
}

test('a foreign origin is rejected with 403 "Invalid origin", and the remedy names the client and its webOrigins', async () => {
  await withServer(async (server) => {
    const response = await server.send('/realms/demo/check?client=listed', {
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(response.status, 403);
    assert.deepEqual(await response.json(), {
      error: 'invalid_request',
      error_description: 'Invalid origin',
    });
    assert.match(
      server.activity.list().records[0]?.refusal?.remedy ?? '',
      /"https:\/\/evil\.example" to webOrigins of client listed/,
    );
  });
});

test("no origin, a listed origin, the server's own, and any origin with * are accepted", async () => {
  await withServer(async (server) => {
    assert.equal(await statusOf(server, '/realms/demo/check?client=none'), 204);
    assert.equal(await statusOf(server, '/realms/demo/check?client=listed', 'https://app.example'), 204);
    assert.equal(await statusOf(server, '/realms/demo/check?client=none', server.baseUrl), 204);
    assert.equal(await statusOf(server, '/realms/demo/check?client=any', 'https://evil.example'), 204);
  });
});

test('origins are compared exactly', async () => {
  await withServer(async (server) => {
    for (const origin of [
      'http://app.example',
      'https://app.example:8443',
      'https://app.example.evil.example',
      'null',
      'https://APP.example/',
    ]) {
      assert.equal(await statusOf(server, '/realms/demo/check?client=listed', origin), 403, origin);
    }
  });
});

test('Fetch §3.2: an allowed origin is echoed with credentials and Vary, others get no headers', async () => {
  await withServer(async (server) => {
    const read = async (origin: string): Promise<Headers> =>
      (await server.send('/realms/demo/read', { headers: { origin } })).headers;
    const allowed = await read('https://app.example');
    assert.equal(allowed.get('access-control-allow-origin'), 'https://app.example');
    assert.equal(allowed.get('access-control-allow-credentials'), 'true');
    assert.equal(allowed.get('vary'), 'Origin');
    assert.equal(allowed.get('x-a'), 'b');
    assert.equal((await read('https://evil.example')).get('access-control-allow-origin'), null);
    assert.equal((await server.send('/realms/demo/read')).headers.get('access-control-allow-origin'), null);
  });
});

test('the admin API accepts only its own origin, other loopback names with the same port, and trusted origins', async () => {
  await withServer(async (server) => {
    for (const origin of [server.baseUrl, `http://localhost:${server.port}`, 'app://console']) {
      assert.equal(await statusOf(server, '/own', origin), 204, origin);
    }
    for (const origin of [
      'https://evil.example',
      `https://localhost:${server.port}`,
      'http://localhost:1',
      'null',
      'app://evil',
      `http://evil.example:${server.port}`,
    ]) {
      assert.equal(await statusOf(server, '/own', origin), 403, origin);
    }
    assert.equal(await statusOf(server, '/own'), 204);
  });
});
