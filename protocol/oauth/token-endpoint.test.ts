import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEB } from './testing/realm.ts';
import { withOAuthServer } from './testing/server.ts';

const CREDENTIALS = { ...WEB, grant_type: 'client_credentials' };

/** Of several errors, the first is reported. */
const REFUSED: readonly (readonly [
  why: string,
  form: Readonly<Record<string, string>>,
  status: number,
  error: string,
  description: string,
])[] = [
  ['no grant_type', { client_id: 'nobody' }, 400, 'invalid_request', 'Missing form parameter: grant_type'],
  [
    'an unknown grant_type, before bad client credentials',
    { client_id: 'nobody', grant_type: 'implicit' },
    400,
    'unsupported_grant_type',
    'Unsupported grant_type',
  ],
  [
    'a grant_type that is a member of every object',
    { ...WEB, grant_type: 'constructor' },
    400,
    'unsupported_grant_type',
    'Unsupported grant_type',
  ],
  [
    'no client',
    { grant_type: 'client_credentials' },
    401,
    'invalid_client',
    'Invalid client or Invalid client credentials',
  ],
  [
    'an unknown client',
    { ...CREDENTIALS, client_id: 'nobody' },
    401,
    'invalid_client',
    'Invalid client or Invalid client credentials',
  ],
  [
    'a wrong secret',
    { ...CREDENTIALS, client_secret: 'x' },
    401,
    'unauthorized_client',
    'Invalid client or Invalid client credentials',
  ],
  [
    'a bearer-only client',
    { ...CREDENTIALS, client_id: 'api' },
    400,
    'invalid_client',
    'Bearer-only not allowed',
  ],
  [
    'a client of another protocol',
    { ...CREDENTIALS, client_id: 'provider' },
    400,
    'invalid_client',
    'Wrong client protocol.',
  ],
];

for (const [why, form, status, error, description] of REFUSED) {
  test(`RFC 6749 §5.2: ${why} is refused: ${status} ${error}`, async () => {
    await withOAuthServer(async (server) => {
      const answer = await server.post('token', form);
      assert.equal(answer.status, status);
      assert.deepEqual(answer.body, { error, error_description: description });
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(answer.headers.get('pragma'), 'no-cache');
      assert.equal(answer.refusal?.code, error);
      assert.notEqual(answer.refusal?.section, undefined);
    });
  });
}

test('RFC 6749 §3.2: another content type is refused with 415, another method with 405', async () => {
  await withOAuthServer(async (server) => {
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    assert.equal((await server.send('token', json)).status, 415);
    const { status, headers } = await server.send('token');
    assert.equal(status, 405);
    assert.match(headers.get('allow') ?? '', /POST/);
  });
});

test('Fetch, CORS protocol: an unregistered origin is refused before any side effect', async () => {
  await withOAuthServer(async (server) => {
    const { code = '' } = await server.signIn(server.browser());
    const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: 'http://app.test/callback' };
    const foreign = await server.post('token', form, { origin: 'http://evil.test' });
    assert.equal(foreign.status, 403);
    assert.equal(foreign.body['error_description'], 'Invalid origin');
    assert.equal(foreign.headers.get('access-control-allow-origin'), null);
    assert.match(foreign.refusal?.remedy ?? '', /webOrigins of client web/);
    const own = await server.post('token', form, { origin: 'http://app.test' });
    assert.equal(own.status, 200);
    assert.equal(own.headers.get('access-control-allow-origin'), 'http://app.test');
    assert.equal(own.headers.get('access-control-allow-credentials'), 'true');
  });
});

test('Fetch, CORS protocol: a page can read why its request was refused', async () => {
  await withOAuthServer(async (server) => {
    const origin = 'http://app.test';
    const refused = await server.post('token', { ...CREDENTIALS, client_secret: 'x' }, { origin });
    assert.equal(refused.headers.get('access-control-allow-origin'), origin);
    const nobody = await server.post('token', {}, { origin });
    assert.equal(nobody.headers.get('access-control-allow-origin'), origin);
    const foreign = await server.post(
      'token',
      { ...CREDENTIALS, client_secret: 'x' },
      { origin: 'http://evil.test' },
    );
    assert.equal(foreign.headers.get('access-control-allow-origin'), null);
  });
});

test('Fetch, CORS protocol: a preflight is answered for every origin', async () => {
  await withOAuthServer(async (server) => {
    const headers = { origin: 'http://any.test', 'access-control-request-method': 'POST' };
    const { status, headers: answered } = await server.send('token', { method: 'OPTIONS', headers });
    assert.equal(status, 200);
    assert.equal(answered.get('access-control-allow-origin'), 'http://any.test');
    assert.equal(answered.get('access-control-allow-methods'), 'POST, OPTIONS');
  });
});

test('RFC 6749 §5.1: the response has exactly the members of Keycloak’s', async () => {
  await withOAuthServer(async (server) => {
    const tokens = await server.tokens();
    assert.deepEqual(Object.keys(tokens).sort(), [
      'access_token',
      'expires_in',
      'id_token',
      'not-before-policy',
      'refresh_expires_in',
      'refresh_token',
      'scope',
      'session_state',
      'token_type',
    ]);
  });
});

test('RFC 6749 §2.3.1: a client can authenticate in the header', async () => {
  await withOAuthServer(async (server) => {
    const authorization = `Basic ${Buffer.from('web:web-secret').toString('base64')}`;
    const { status } = await server.post('token', { grant_type: 'client_credentials' }, { authorization });
    assert.equal(status, 200);
  });
});

test('secrets in a token request are not logged, and hidden unless revealed', async () => {
  await withOAuthServer(async (server) => {
    const { body, summary } = await server.post('token', CREDENTIALS);
    const record = JSON.stringify(server.activity.find(summary?.id ?? '', { reveal: false }));
    for (const secret of ['web-secret', String(body['access_token'])]) {
      assert.equal(record.includes(secret), false);
      assert.equal(JSON.stringify(server.log.records).includes(secret), false);
    }
  });
});
