// The device authorization endpoint, with a real server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SECRET, WEB } from '../testing/realm.ts';
import { withOAuthServer } from '../testing/server.ts';

const ON = { attributes: { 'oauth2.device.authorization.grant.enabled': 'true' } };

test('RFC 8628 §3.2: a client gets both codes, the verification URI and the interval', async () => {
  await withOAuthServer(async (server) => {
    const { status, headers, body, summary } = await server.post('auth/device', { ...WEB, scope: 'openid' });
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(String(body['device_code']), /^[\w-]{43}$/);
    assert.match(String(body['user_code']), /^[A-Z]{4}-[A-Z]{4}$/);
    const uri = `${server.issuer}/device`;
    assert.equal(body['verification_uri'], uri);
    assert.equal(body['verification_uri_complete'], `${uri}?user_code=${body['user_code']}`);
    assert.deepEqual([body['expires_in'], body['interval']], [600, 5]);
    assert.equal(summary?.title, 'Device authorization request');
  });
});

test('lifespan and interval are the client’s, with the realm’s as fallback', async () => {
  const realm = { oauth2DeviceCodeLifespan: 60, oauth2DevicePollingInterval: 7 };
  await withOAuthServer(async (server) => {
    const ask = async () => (await server.post('auth/device', WEB)).body;
    assert.deepEqual([(await ask())['expires_in'], (await ask())['interval']], [60, 7]);
    const own = { 'oauth2.device.code.lifespan': '30', 'oauth2.device.polling.interval': '2' };
    await server.changeClient('web', { attributes: { ...ON.attributes, ...own } });
    assert.deepEqual([(await ask())['expires_in'], (await ask())['interval']], [30, 2]);
    for (const nonsense of ['', '-1', 'x', '1e99', '0.2']) {
      const broken = { 'oauth2.device.code.lifespan': nonsense, 'oauth2.device.polling.interval': nonsense };
      await server.changeClient('web', { attributes: { ...ON.attributes, ...broken } });
      assert.deepEqual([(await ask())['expires_in'], (await ask())['interval']], [60, 7], nonsense);
    }
  }, realm);
});

test('RFC 8628 §3.1: a public client needs no credentials', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('native', ON);
    assert.equal((await server.post('auth/device', { client_id: 'native' })).status, 200);
  });
});

test('RFC 8628 §3.1: a client without the device grant is refused, and the remedy names the setting', async () => {
  await withOAuthServer(async (server) => {
    const { status, body, refusal } = await server.post('auth/device', {
      client_id: 'other',
      client_secret: SECRET,
    });
    assert.equal(status, 400);
    assert.equal(body['error'], 'unauthorized_client');
    assert.match(
      String(body['error_description']),
      /^Client is not allowed to initiate OAuth 2\.0 Device Auth/,
    );
    assert.match(
      refusal?.remedy ?? '',
      /oauth2\.device\.authorization\.grant\.enabled of client other to true/,
    );
  });
});

test('RFC 8628 §3.1: a bearer-only client is refused with 403', async () => {
  await withOAuthServer(async (server) => {
    const { status, body } = await server.post('auth/device', { client_id: 'api', client_secret: SECRET });
    assert.equal(status, 403);
    assert.equal(
      body['error_description'],
      'Bearer-only applications are not allowed to initiate browser login.',
    );
  });
});

const REFUSED: readonly (readonly [string, Record<string, string>, number, string])[] = [
  ['no client', { client_id: '' }, 401, 'invalid_client'],
  ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
  ['a wrong secret', { client_secret: 'wrong' }, 401, 'unauthorized_client'],
  ['a scope that the client does not have', { scope: 'openid nonsense' }, 400, 'invalid_scope'],
  [
    'a short code_challenge',
    { code_challenge: 'short', code_challenge_method: 'S256' },
    400,
    'invalid_request',
  ],
  [
    'a challenge with an unknown method',
    { code_challenge: 'c'.repeat(43), code_challenge_method: 'MD5' },
    400,
    'invalid_request',
  ],
  ['a method without a challenge', { code_challenge_method: 'S256' }, 400, 'invalid_request'],
];

for (const [what, changes, status, error] of REFUSED) {
  test(`RFC 8628 §3.1: ${what} is refused`, async () => {
    await withOAuthServer(async (server) => {
      const answer = await server.post('auth/device', { ...WEB, scope: 'openid', ...changes });
      assert.deepEqual([answer.status, answer.body['error']], [status, error]);
      assert.equal(answer.body['device_code'], undefined);
    });
  });
}

test('RFC 6749 §3.2: a repeated parameter is refused', async () => {
  await withOAuthServer(async (server) => {
    const form = new URLSearchParams([...Object.entries(WEB), ['scope', 'openid'], ['scope', 'email']]);
    const { status, body } = await server.send('auth/device', { method: 'POST', body: form });
    assert.deepEqual([status, body['error']], [400, 'invalid_request']);
  });
});

test('RFC 7636 §4.3: a client that requires PKCE gets no codes without a challenge', async () => {
  await withOAuthServer(async (server) => {
    const attributes = { ...ON.attributes, 'pkce.code.challenge.method': 'S256' };
    await server.changeClient('native', { attributes });
    const { status, body } = await server.post('auth/device', { client_id: 'native' });
    assert.deepEqual([status, body['error_description']], [400, 'Missing parameter: code_challenge_method']);
  });
});

test('a disabled realm gives no codes', async () => {
  await withOAuthServer(async (server) => {
    await server.changeRealm((realm) => ({ ...realm, enabled: false }));
    assert.equal((await server.post('auth/device', WEB)).status, 403);
  });
});

test('a GET is refused', async () => {
  await withOAuthServer(async (server) => {
    assert.equal((await server.send('auth/device?client_id=web')).status, 405);
  });
});
