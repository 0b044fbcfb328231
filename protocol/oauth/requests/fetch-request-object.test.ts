import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { UnsecuredJWT } from 'jose';
import { renderError } from '#protocol/log/record-text.ts';
import { CALLBACK } from '../testing/realm.ts';
import { type OAuthTestServer, refusalOf, withOAuthServer } from '../testing/server.ts';

const REQUEST = {
  client_id: 'web',
  response_type: 'code',
  redirect_uri: CALLBACK,
  scope: 'openid',
  state: 'fetched',
};
const object = new UnsecuredJWT(REQUEST).encode();

async function withDocument(
  answer: RequestListener,
  use: (server: OAuthTestServer, url: string) => Promise<void>,
): Promise<void> {
  const host = createServer(answer).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  try {
    await withOAuthServer(async (server) => {
      await server.changeClient('web', { attributes: { 'request.uris': `https://else.test/a##${url}/*` } });
      await use(server, `${url}/request.jwt`);
    });
  } finally {
    host.close();
    host.closeAllConnections();
  }
}

test('OIDC Core §6.2: the object is fetched from a registered address, once per request', async () => {
  let fetched = 0;
  const serve: RequestListener = (_request, response) => {
    fetched++;
    response.end(`${object}\n`);
  };
  await withDocument(serve, async (server, request_uri) => {
    const answer = await server.signIn(server.browser(), { request_uri: `${request_uri}#hash` });
    assert.deepEqual([answer['state'], fetched], ['fetched', 1]);
  });
});

const FAILING: Readonly<Record<string, RequestListener>> = {
  'answers 404': (_request, response) => response.writeHead(404).end(object),
  redirects: (_request, response) => response.writeHead(302, { location: '/other' }).end(),
  'gives too much': (_request, response) => response.end('x'.repeat(300_000)),
  'hangs up': (_request, response) => response.destroy(),
  'gives something else': (_request, response) => response.end('<html>'),
};

for (const [what, answer] of Object.entries(FAILING)) {
  test(`OIDC Core §6.2: an address that ${what} is refused on a page`, async () => {
    await withDocument(answer, async (server, request_uri) => {
      const refused = await refusalOf(server, { request_uri });
      assert.deepEqual([refused.destination, refused.status, refused.rule], ['page', 400, 'resolve-request']);
    });
  });
}

test('OIDC Core §6.2: an unregistered address is never fetched', async () => {
  let fetched = 0;
  const count: RequestListener = (_request, response) => {
    fetched++;
    response.end(object);
  };
  await withDocument(count, async (server, request_uri) => {
    await server.changeClient('web', { attributes: { 'request.uris': 'https://else.test/a' } });
    for (const uri of [request_uri, 'file:///etc/passwd', 'x', `https://else.test/a/../b`]) {
      const refused = await refusalOf(server, { request_uri: uri });
      assert.match(refused.remedy ?? '', /request\.uris of client web/, uri);
    }
    assert.equal(fetched, 0);
  });
});

for (const request_uri of [`data:text/plain,${object}`, 'file:///etc/hostname']) {
  test(`OIDC Core §6.2: ${request_uri.slice(0, 20)} is refused, even if every address is registered`, async () => {
    await withOAuthServer(async (server) => {
      await server.changeClient('web', { attributes: { 'request.uris': `${request_uri}##*` } });
      const refused = await refusalOf(server, { request_uri });
      assert.deepEqual([refused.destination, refused.status], ['page', 400]);
      assert.match(refused.remedy ?? '', /^Serve the object there/);
    });
  });
}

for (const [what, answer, chain] of [
  ['hangs up', FAILING['hangs up'], /fetch failed\n[\s\S]*Caused by: \w*Error: other side closed/],
  ['redirects', FAILING['redirects'], /fetch failed\n[\s\S]*Caused by: Error: unexpected redirect/],
  ['answers 404', FAILING['answers 404'], /Error: the answer is 404/],
] as const) {
  test(`service description §2.3: an address that ${what} logs one warning, with the error chain as its exception`, async () => {
    await withDocument(answer ?? assert.fail(), async (server, request_uri) => {
      const before = server.log.records.length;
      await refusalOf(server, { request_uri });
      const warnings = server.log.records.slice(before).filter(({ level }) => level === 'WARN');
      const [failing, refusal] = warnings;
      assert.deepEqual(
        warnings.map(({ category }) => category),
        ['http.request-object', 'http.refusal'],
      );
      assert.match(renderError(failing?.error), chain);
      const { realm, client, flow } = failing?.mdc ?? {};
      assert.deepEqual([realm, client, typeof flow], ['demo', 'web', 'string']);
      assert.equal(refusal?.error, undefined);
    });
  });
}
