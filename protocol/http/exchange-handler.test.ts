import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Exchange, Reply, Route } from './exchange.ts';
import { jsonReply } from './replies.ts';
import { RequestFault } from './request-fault.ts';
import { startTestHttpServer, type TestHttpServer } from './testing/server.ts';

let seen: Exchange | undefined;

function keep(exchange: Exchange): Reply {
  seen = exchange;
  return jsonReply(200, { ok: true });
}

const routes: readonly Route[] = [
  { method: 'GET', path: '/x', title: 'X', handle: keep },
  { method: 'GET', path: '/quiet', handle: keep },
  { method: 'GET', path: '/public', title: 'Public', cors: 'any', handle: keep },
  { method: 'POST', path: '/form', title: 'Form', body: 'form', cors: 'handler', handle: keep },
  { method: 'PUT', path: '/json', title: 'JSON', body: 'json', handle: keep },
  { method: 'PUT', path: '/small', title: 'Small', body: 'text', maxBodyBytes: 10, handle: keep },
  {
    method: 'GET',
    path: '/realms/:realm',
    title: 'Realm',
    realm: true,
    handle: (exchange) => jsonReply(200, { realm: exchange.realm.name }),
  },
  { method: 'GET', path: '/admin/realms/:realm', title: 'Realm', realm: true, handle: keep },
  {
    method: 'GET',
    path: '/refused',
    title: 'Refused',
    handle: () => {
      throw new OAuthError('invalid_grant', {
        description: 'Code not valid',
        reason: 'because',
        remedy: 'do this',
      });
    },
  },
  {
    method: 'GET',
    path: '/broken',
    title: 'Broken',
    handle: () => {
      throw new TypeError('secret detail');
    },
  },
  {
    method: 'GET',
    path: '/bad-header',
    title: 'Bad header',
    handle: () => ({ status: 200, headers: { 'x-a': 'a\r\nb' } }),
  },
  {
    method: 'GET',
    path: '/no-frame-header',
    title: 'F',
    handle: () => ({ status: 200, headers: { 'x-frame-options': '' } }),
  },
];

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };

async function withServer(use: (server: TestHttpServer) => Promise<void>): Promise<void> {
  const server = await startTestHttpServer(routes, { realms: [{ id: 'r1', realm: 'demo' }] });
  try {
    seen = undefined;
    await use(server);
  } finally {
    await server.stop();
  }
}

interface Refusal {
  readonly status: number;
  readonly error: unknown;
  readonly description: unknown;
}

async function refusal(response: Response): Promise<Refusal> {
  const body: unknown = await response.json();
  assert.ok(typeof body === 'object' && body !== null);
  const { error, error_description: description } = body as Record<string, unknown>;
  return { status: response.status, error, description };
}

test('a handler gets a frozen exchange with parameters, cookies and base URL', async () => {
  await withServer(async (server) => {
    await server.send('/x/?a=1&b=%20', { headers: { cookie: 'c=d' } });
    assert.ok(Object.isFrozen(seen));
    assert.deepEqual(seen?.query.entries, [
      ['a', '1'],
      ['b', ' '],
    ]);
    assert.equal(seen?.cookies.get('c'), 'd');
    assert.equal(seen?.baseUrl, server.baseUrl);
    assert.equal(seen?.path, '/x/');
    assert.equal(seen?.remoteAddress, '127.0.0.1');
  });
});

test('every reply carries the security headers', async () => {
  await withServer(async (server) => {
    for (const path of ['/x', '/nowhere', '/refused', '/broken']) {
      const { headers } = await server.send(path);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN', path);
      assert.equal(headers.get('x-robots-tag'), 'none', path);
      assert.equal(headers.get('strict-transport-security'), null, path);
    }
    assert.equal((await server.send('/no-frame-header')).headers.get('x-frame-options'), null);
  });
});

test('DNS rebinding: a foreign Host is rejected on every path, before anything else', async () => {
  await withServer(async (server) => {
    for (const path of ['/x', '/nowhere', '/realms/demo', '/form']) {
      const answer = await server.sendRaw(
        `GET ${path} HTTP/1.1\r\nHost: evil.example:${server.port}\r\nConnection: close\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1\.1 403 /, path);
      assert.match(answer, /does not answer under the name in the header Host/);
      assert.doesNotMatch(answer, /evil/);
    }
    assert.equal(seen, undefined);
  });
});

test('RFC 9112 §3.2: a missing, malformed or repeated Host is rejected with 400', async () => {
  await withServer(async (server) => {
    for (const host of [
      '',
      'Host: a b\r\n',
      'Host: localhost\r\nHost: localhost\r\n',
      'Host: localhost/x\r\n',
    ]) {
      assert.match(
        await server.sendRaw(`GET /x HTTP/1.1\r\n${host}Connection: close\r\n\r\n`),
        /^HTTP\/1\.1 400 /,
        host,
      );
    }
  });
});

test('RFC 9112 §3.2.2: the authority of an absolute target replaces the Host', async () => {
  await withServer(async (server) => {
    const ask = (target: string): Promise<string> =>
      server.sendRaw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    assert.match(await ask('http://localhost/x?a=1'), /^HTTP\/1\.1 200 /);
    assert.match(await ask('http://evil.example/x'), /^HTTP\/1\.1 403 /);
    assert.match(await ask('http://user@localhost/x'), /^HTTP\/1\.1 400 /);
  });
});

test('RFC 9110 §15.5.15: a request target beyond the limit is rejected with 414', async () => {
  await withServer(async (server) => {
    assert.equal((await refusal(await server.send(`/x?a=${'b'.repeat(9000)}`))).status, 414);
  });
});

test('RFC 9110 §15.5.5: an unknown path is 404, as JSON for programs and as a page for browsers', async () => {
  await withServer(async (server) => {
    assert.deepEqual(await refusal(await server.send('/nowhere')), {
      status: 404,
      error: 'not_found',
      description: 'There is nothing at this address.',
    });
    // Below a realm that does not exist, the realm is reported as missing.
    for (const path of ['/realms/nowhere/account', '/realms/nowhere/a/b'])
      assert.equal((await refusal(await server.send(path))).error, 'Realm does not exist');
    assert.equal((await refusal(await server.send('/realms'))).error, 'not_found');
    const page = await server.send('/nowhere/<script>', { headers: { accept: 'text/html' } });
    assert.equal(page.status, 404);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.doesNotMatch(await page.text(), /<script/);
  });
});

test('the base path of Keycloak before 17 gets a remedy in Activity', async () => {
  await withServer(async (server) => {
    await (await server.send('/auth/realms/demo')).text();
    assert.match(server.activity.list().records[0]?.refusal?.remedy ?? '', /Leave out \/auth/);
  });
});

test('RFC 9110 §15.5.6: an unsupported method is 405 with the allowed methods', async () => {
  await withServer(async (server) => {
    const response = await server.send('/x', { method: 'DELETE' });
    assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS');
    assert.equal((await refusal(response)).status, 405);
    assert.equal((await server.send('/x', { method: 'PATCH' })).status, 405);
  });
});

test('RFC 9110 §9.3.2: HEAD has the headers of GET and no body', async () => {
  await withServer(async (server) => {
    const answer = await server.sendRaw('HEAD /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    assert.match(answer, /content-length: 11\r\n/);
    assert.ok(answer.endsWith('\r\n\r\n'));
  });
});

test("an unknown realm is 404 with Keycloak's texts, also for its admin paths", async () => {
  await withServer(async (server) => {
    assert.equal((await refusal(await server.send('/realms/none'))).error, 'Realm does not exist');
    assert.equal((await refusal(await server.send('/admin/realms/none'))).error, 'Realm not found.');
    assert.deepEqual(await (await server.send('/realms/demo')).json(), { realm: 'demo' });
  });
});

test('RFC 9110 §15.5.16: a body of another type, charset or coding is rejected with 415, which names the expected one', async () => {
  await withServer(async (server) => {
    const send = async (path: string, headers: Record<string, string>, body = 'a=1'): Promise<Refusal> =>
      refusal(await server.send(path, { method: path === '/form' ? 'POST' : 'PUT', headers, body }));
    for (const type of [
      'application/json',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/x-www-form-urlencoded; charset=utf-16',
    ]) {
      assert.equal((await send('/form', { 'content-type': type })).status, 415, type);
    }
    assert.match(String((await send('/form', JSON_TYPE)).description), /application\/x-www-form-urlencoded/);
    assert.equal((await send('/json', FORM)).status, 415);
    assert.equal((await send('/form', { ...FORM, 'content-encoding': 'gzip' })).status, 415);
    assert.equal(
      (
        await server.send('/form', {
          method: 'POST',
          headers: { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset="UTF-8"' },
          body: 'a=1',
        })
      ).status,
      200,
    );
    assert.equal(
      (
        await server.send('/json', {
          method: 'PUT',
          headers: { 'content-type': 'application/merge-patch+json' },
          body: '{}',
        })
      ).status,
      200,
    );
  });
});

test('an absent body is an empty form', async () => {
  await withServer(async (server) => {
    assert.equal((await server.send('/form', { method: 'POST' })).status, 200);
    assert.deepEqual(seen?.form.entries, []);
  });
});

test('RFC 9110 §15.5.14: a body beyond the limit is rejected with 413, whether or not its length is declared', async () => {
  await withServer(async (server) => {
    const declared = await server.send('/small', { method: 'PUT', body: 'x'.repeat(11) });
    assert.deepEqual(await refusal(declared), {
      status: 413,
      error: 'invalid_request',
      description: 'The body is larger than 10 bytes.',
    });
    assert.equal((await server.send('/small', { method: 'PUT', body: 'x'.repeat(3_000_000) })).status, 413);
    const chunked = `PUT /small HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${'6\r\nabcdef\r\n'.repeat(2)}0\r\n\r\n`;
    assert.match(await server.sendRaw(chunked), /^HTTP\/1\.1 413 /);
    assert.equal((await server.send('/small', { method: 'PUT', body: 'x'.repeat(10) })).status, 200);
    assert.equal(seen?.text, 'x'.repeat(10));
  });
});

test('RFC 8259: JSON that is malformed, too deep or not UTF-8 is rejected with 400', async () => {
  await withServer(async (server) => {
    const put = async (body: string | Buffer): Promise<number> =>
      (await server.send('/json', { method: 'PUT', headers: JSON_TYPE, body })).status;
    for (const body of ['{', '{"a":}', '['.repeat(100_000), Buffer.from([0x22, 0xff, 0x22]), 'nul'])
      assert.equal(await put(body), 400);
    assert.equal(await put('\uFEFF{"a":1}'), 200);
    assert.deepEqual(seen?.json, { a: 1 });
  });
});

test('RFC 6749 §B: parameters that cannot be decoded are rejected with 400', async () => {
  await withServer(async (server) => {
    assert.equal((await server.send('/x?a=%ff')).status, 400);
    assert.equal((await server.send('/form', { method: 'POST', headers: FORM, body: 'a=%zz' })).status, 400);
  });
});

test("RFC 6749 §5.2: a handler's refusal becomes JSON; reason and remedy go to Activity only", async () => {
  await withServer(async (server) => {
    const response = await server.send('/refused');
    assert.deepEqual(await refusal(response), {
      status: 400,
      error: 'invalid_grant',
      description: 'Code not valid',
    });
    const [record] = server.activity.list().records;
    assert.equal(record?.outcome, 'refused');
    assert.equal(record?.refusal?.reason, 'because');
    assert.equal(record?.refusal?.remedy, 'do this');
    assert.equal(server.log.records.find((entry) => entry.category === 'http.refusal')?.message, 'because');
  });
});

test('a defect is logged once with its error and reveals nothing to the caller', async () => {
  await withServer(async (server) => {
    const response = await server.send('/broken');
    assert.deepEqual(await refusal(response), {
      status: 500,
      error: 'unknown_error',
      description: 'For more on this error consult the server log.',
    });
    const errors = server.log.records.filter((record) => record.level === 'ERROR');
    assert.equal(errors.length, 1);
    assert.ok(errors[0]?.error instanceof TypeError);
    assert.equal(server.activity.list().records[0]?.outcome, 'failed');
  });
});

test('a header with invalid characters does not split the response', async () => {
  await withServer(async (server) => {
    assert.equal((await server.send('/bad-header')).status, 500);
  });
});

test("routes without a title are not recorded in Activity, the console's own calls are background, others are flows", async () => {
  await withServer(async (server) => {
    await (await server.send('/x', { headers: { 'x-understudy-console': '1' } })).text();
    await (await server.send('/quiet')).text();
    await (await server.send('/favicon.ico')).text();
    assert.deepEqual(server.activity.list().records, []);
    assert.equal(server.activity.list({ background: 'only' }).records[0]?.title, 'GET /x');
    await (await server.send('/x')).text();
    assert.equal(server.activity.list().records[0]?.title, 'X');
  });
});

test('Fetch §4.8: a preflight is answered for any origin before the request itself is checked', async () => {
  await withServer(async (server) => {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
    const response = await server.send('/form', { method: 'OPTIONS', headers });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://app.example');
    assert.equal(response.headers.get('access-control-allow-methods'), 'POST, OPTIONS');
    assert.match(response.headers.get('access-control-allow-headers') ?? '', /Authorization/);
    assert.equal(response.headers.get('access-control-max-age'), '3600');
  });
});

test('Fetch §4.8: a preflight for a path closed to other origins gets no CORS headers', async () => {
  await withServer(async (server) => {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'PUT' };
    const response = await server.send('/json', { method: 'OPTIONS', headers });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    assert.equal(response.headers.get('allow'), 'PUT, OPTIONS');
  });
});

test('public documents and refusals before the client is known may be read by any origin', async () => {
  await withServer(async (server) => {
    const headers = { origin: 'https://app.example' };
    const allowed = async (path: string, init: RequestInit): Promise<string | null> =>
      (await server.send(path, init)).headers.get('access-control-allow-origin');
    assert.equal(await allowed('/public', { headers }), 'https://app.example');
    assert.equal(
      await allowed('/form', { method: 'POST', headers: { ...headers, ...JSON_TYPE }, body: '{}' }),
      'https://app.example',
    );
    assert.equal(
      await allowed('/form', { method: 'POST', headers: { ...headers, ...FORM }, body: 'a=1' }),
      null,
    );
    assert.equal(await allowed('/x', { headers }), null);
  });
});

test('a fault thrown by a handler keeps its status and headers', async () => {
  const server = await startTestHttpServer([
    {
      method: 'GET',
      path: '/y',
      title: 'Y',
      handle: () => {
        throw new RequestFault(409, 'conflict', 'Taken.', { headers: { 'x-a': 'b' } });
      },
    },
  ]);
  const response = await server.send('/y');
  assert.equal(response.headers.get('x-a'), 'b');
  assert.equal((await refusal(response)).status, 409);
  await server.stop();
});
