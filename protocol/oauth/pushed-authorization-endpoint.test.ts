import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnsecuredJWT } from 'jose';
import { CALLBACK, SECRET, WEB } from './testing/realm.ts';
import { withOAuthServer } from './testing/server.ts';

const REQUEST = { response_type: 'code', redirect_uri: CALLBACK, scope: 'openid', state: 's' };
const FORM = { ...WEB, ...REQUEST };

test('RFC 9126 §2.2: 201 with request_uri and its lifespan in seconds, never cached', async () => {
  await withOAuthServer(async (server) => {
    const { status, headers, body } = await server.post('ext/par/request', FORM);
    assert.equal(status, 201);
    assert.match(String(body['request_uri']), /^urn:ietf:params:oauth:request_uri:[\w-]{36}$/);
    assert.deepEqual([body['expires_in'], headers.get('cache-control')], [60, 'no-store']);
  });
});

test('RFC 9126 §2.1: a client that authenticates by header needs no client_id in the form', async () => {
  await withOAuthServer(async (server) => {
    const authorization = `Basic ${Buffer.from(`web:${SECRET}`).toString('base64')}`;
    const { status, body } = await server.post('ext/par/request', REQUEST, { authorization });
    assert.equal(status, 201);
    const request_uri = String(body['request_uri']);
    assert.equal((await server.authorize(server.browser(), { request_uri })).status, 200);
  });
});

test('RFC 9126 §3: a request object can be pushed', async () => {
  await withOAuthServer(async (server) => {
    const request = new UnsecuredJWT({ ...REQUEST, client_id: 'web', state: 'object' }).encode();
    const { body } = await server.post('ext/par/request', { ...WEB, request });
    const answer = await server.signIn(server.browser(), { request_uri: String(body['request_uri']) });
    assert.equal(answer['state'], 'object');
  });
});

const REFUSED: readonly (readonly [
  what: string,
  form: Readonly<Record<string, string>>,
  status: number,
  error: string,
  description: RegExp,
])[] = [
  [
    'request_uri',
    { request_uri: 'x' },
    400,
    'invalid_request',
    /^It is not allowed to include request_uri to PAR\.$/,
  ],
  [
    'an unregistered redirect_uri',
    { redirect_uri: 'http://evil.test/' },
    400,
    'invalid_request',
    /^Invalid parameter: redirect_uri$/,
  ],
  [
    'a redirect_uri with a fragment (RFC 6749 §3.1.2)',
    { redirect_uri: `${CALLBACK}#/route` },
    400,
    'invalid_request',
    /^Invalid parameter: redirect_uri$/,
  ],
  ['an unknown response_type', { response_type: 'x' }, 400, 'invalid_request', /^Unsupported response type$/],
  ['an unknown scope', { scope: 'openid x' }, 400, 'invalid_request', /^Invalid scopes: openid x$/],
  ['an invalid request object', { request: 'x' }, 400, 'invalid_request_object', /^Invalid Request$/],
  ['a disabled flow', { response_type: 'token' }, 400, 'unauthorized_client', /Implicit flow is disabled/],
  ['an invalid prompt', { prompt: 'none login' }, 400, 'invalid_request', /prompt/],
  ['a wrong secret', { client_secret: `${SECRET}x` }, 401, 'unauthorized_client', /./],
];

for (const [what, form, status, error, description] of REFUSED) {
  test(`RFC 9126 §2.3: ${what} is answered with ${status} ${error} in JSON`, async () => {
    await withOAuthServer(async (server) => {
      const answer = await server.post('ext/par/request', { ...FORM, ...form });
      assert.deepEqual([answer.status, answer.body['error']], [status, error]);
      assert.match(String(answer.body['error_description']), description);
      assert.ok(answer.refusal?.remedy);
    });
  });
}

test('RFC 9126 §2: client credentials are not stored with the request', async () => {
  await withOAuthServer(async (server) => {
    const { body } = await server.post('ext/par/request', FORM);
    const page = await server.authorize(server.browser(), { request_uri: String(body['request_uri']) });
    assert.doesNotMatch(page.text, new RegExp(SECRET));
  });
});
