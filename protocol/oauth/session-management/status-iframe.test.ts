import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { type Answer, type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

test('OIDC Session Management §3.3: discovery contains the session iframe, and it exists', async () => {
  await withOAuthServer(async (server) => {
    const { body } = await server.send('/realms/demo/.well-known/openid-configuration');
    assert.equal(
      body['check_session_iframe'],
      `${server.issuer}/protocol/openid-connect/login-status-iframe.html`,
    );
    assert.equal((await server.send(new URL(String(body['check_session_iframe'])).pathname)).status, 200);
  });
});

test('any site may frame the page; it is not cached, and its policy allows its only script by hash', async () => {
  await withOAuthServer(async (server) => {
    const { headers, text } = await server.send('login-status-iframe.html');
    assert.equal(headers.get('x-frame-options'), null);
    const policy = headers.get('content-security-policy') ?? '';
    assert.doesNotMatch(policy, /frame-ancestors|unsafe/);
    assert.match(policy, /connect-src 'self'/);
    assert.match(headers.get('cache-control') ?? '', /no-store/);
    const script = /<script>([\s\S]*)<\/script>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    assert.ok(policy.includes(`script-src 'sha256-${hash}'`));
  });
});

test('a version that this server does not have is 404', async () => {
  await withOAuthServer(async (server) => {
    assert.equal((await server.send('login-status-iframe.html?version=x1y2')).status, 404);
  });
});

function init(server: OAuthTestServer, query: Readonly<Record<string, string>>): Promise<Answer> {
  return server.send(`login-status-iframe.html/init?${new URLSearchParams(query)}`);
}

test('init accepts web origins of the client and the server’s own', async () => {
  await withOAuthServer(async (server) => {
    for (const origin of ['http://app.test', server.baseUrl]) {
      const { status, text } = await init(server, { client_id: 'web', origin });
      assert.deepEqual([status, text], [204, '']);
    }
  });
});

test('init accepts + for the origins of the redirect URIs, and * for any', async () => {
  await withOAuthServer(async (server) => {
    assert.equal((await init(server, { client_id: 'spa', origin: 'http://spa.test' })).status, 204);
    await server.changeClient('spa', { webOrigins: ['*'] });
    assert.equal((await init(server, { client_id: 'spa', origin: 'http://any.test' })).status, 204);
  });
});

for (const [why, query, remedy] of [
  ['another origin', { client_id: 'web', origin: 'http://evil.test' }, /webOrigins of client web/],
  ['an origin with a path', { client_id: 'web', origin: 'http://app.test/' }, /webOrigins of client web/],
  ['no origin', { client_id: 'web' }, /webOrigins of client web/],
  ['an unknown client', { client_id: 'nobody', origin: 'http://app.test' }, /client_id/],
  ['no client', { origin: 'http://app.test' }, /client_id/],
  ['a disabled client', { client_id: 'off', origin: 'http://app.test' }, /webOrigins of client off/],
] as const) {
  test(`init refuses ${why} with 403, and Activity shows the remedy`, async () => {
    await withOAuthServer(async (server) => {
      const { status, refusal, text } = await init(server, query);
      assert.deepEqual([status, text], [403, '']);
      assert.match(refusal?.remedy ?? '', remedy);
    });
  });
}
