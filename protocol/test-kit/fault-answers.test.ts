import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { FaultEffectWire, FaultMatchWire } from '#protocol/contract/faults.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { CALLBACK, WEB } from '#protocol/oauth/testing/realm.ts';
import { type Answer, readTokens, startOAuthServer } from '#protocol/oauth/testing/server.ts';
import { isOAuthErrorCode } from './fault-answers.ts';

const server = await startOAuthServer({}, { features: 'docker' });
after(() => server.stop());
const realmId = server.store.realms.find('demo')?.id ?? '';
const { faults } = server.testKit;
beforeEach(() => faults.clear(realmId));

function arm(match: FaultMatchWire, effect: FaultEffectWire, times = 1): void {
  assert.ok(faults.arm(realmId, { match, do: effect, times }));
}

const hits = () => faults.list(realmId).map((fault) => fault.hits);
const PASSWORD = {
  ...WEB,
  grant_type: 'password',
  username: 'alice',
  password: 'alice-password',
  scope: 'openid',
};

interface Key {
  readonly kid?: string;
  readonly use: string;
}

async function keysOf(): Promise<readonly Key[]> {
  return (await server.send('certs')).body['keys'] as Key[];
}

/** Whether the realm's own introspection accepts the access token. */
async function isActive(token: string): Promise<unknown> {
  return (await server.post('token/introspect', { ...WEB, token })).body['active'];
}

test('test kit "faults": status answers with body and headers, and the code stays good', async () => {
  const { code = '' } = await server.signIn(server.browser());
  const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  arm(
    { endpoint: 'token', user: 'alice' },
    { status: 503, headers: { 'Retry-After': '7' }, body: { busy: true } },
  );
  const refused = await server.post('token', form);
  assert.deepEqual([refused.status, refused.body], [503, { busy: true }]);
  assert.equal(refused.headers.get('retry-after'), '7');
  assert.equal(refused.headers.get('cache-control'), 'no-store');
  assert.deepEqual(
    [refused.summary?.outcome, refused.summary?.clientId, refused.summary?.username, refused.refusal?.code],
    ['failed', 'web', 'alice', 'fault'],
  );
  assert.match(refused.refusal?.reason ?? '', /^Fault fault-\d+ made this answer: status 503\.$/);
  assert.match(
    refused.refusal?.remedy ?? '',
    /^Disarm the fault on the screen Faults, or with DELETE \/emulator\/v1\/realms\/demo\/faults\/fault-\d+\.$/,
  );
  assert.equal((await server.post('token', form)).status, 200);
});

test('test kit "faults": a text with a content type of its own is sent as it is', async () => {
  arm({ endpoint: 'discovery' }, { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'sorry' });
  const { text, headers } = await server.send('/realms/demo/.well-known/openid-configuration');
  assert.deepEqual([text, headers.get('content-type')], ['sorry', 'text/plain']);
});

test('test kit "faults": an OAuth error has its usual status, and the refresh token stays good', async () => {
  const { refresh_token } = await server.tokens();
  const form = { ...WEB, grant_type: 'refresh_token', refresh_token };
  for (const [error, status] of [
    ['invalid_grant', 400],
    ['invalid_client', 401],
    ['temporarily_unavailable', 503],
  ] as const) {
    arm({ endpoint: 'token', grant: 'refresh_token' }, { oauthError: { error, description: 'on purpose' } });
    const refused = await server.post('token', form);
    assert.deepEqual([refused.status, refused.body], [status, { error, error_description: 'on purpose' }]);
    assert.equal(refused.summary?.title, 'Token request (refresh_token)');
  }
  arm({ endpoint: 'token' }, { oauthError: { error: 'invalid_grant', status: 418 } });
  assert.equal((await server.post('token', form)).status, 418);
  assert.equal((await server.post('token', form)).status, 200);
});

test('RFC 6750 §3: an OAuth error at userinfo is in the challenge', async () => {
  arm({ endpoint: 'userinfo' }, { oauthError: { error: 'invalid_token' } });
  const { status, headers } = await server.send('userinfo');
  assert.equal(status, 401);
  assert.match(headers.get('www-authenticate') ?? '', /^Bearer realm="demo", error="invalid_token"/);
});

test('RFC 6749 §4.1.2.1: an OAuth error at the authorization endpoint goes to the client, with state', async () => {
  arm(
    { endpoint: 'authorization', client: 'web' },
    { oauthError: { error: 'access_denied', description: 'no' } },
  );
  const { leadsTo } = await server.authorize(server.browser(), { state: 's9' });
  assert.deepEqual(
    [leadsTo['error'], leadsTo['error_description'], leadsTo['state']],
    ['access_denied', 'no', 's9'],
  );
});

test('RFC 6749 §4.1.2.1: an error is never sent to a redirect URI that is not registered', async () => {
  arm({ endpoint: 'authorization' }, { oauthError: { error: 'access_denied' } });
  const page = await server.authorize(server.browser(), { redirect_uri: 'http://evil.test/' });
  assert.deepEqual([page.status, page.leadsTo], [400, {}]);
});

test('RFC 9126 §4: a pushed request that a fault answered can be used again', async () => {
  const pushed = await server.post('ext/par/request', {
    ...WEB,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid',
  });
  const request = {
    request_uri: String(pushed.body['request_uri']),
    redirect_uri: '',
    response_type: '',
    scope: '',
  };
  arm({ endpoint: 'authorization' }, { oauthError: { error: 'server_error' } });
  assert.equal((await server.authorize(server.browser(), request)).leadsTo['error'], 'server_error');
  assert.equal((await server.authorize(server.browser(), request)).status, 200);
});

test('Fetch §3.2: pages of the client can read the answer of a fault, other pages cannot', async () => {
  const from = async (origin: string): Promise<string | null> => {
    arm({ endpoint: 'token' }, { status: 503 });
    return (await server.post('token', PASSWORD, { origin })).headers.get('access-control-allow-origin');
  };
  assert.equal(await from('http://app.test'), 'http://app.test');
  assert.equal(await from('http://evil.test'), null);
});

test('test kit "faults": drop closes the connection without an answer', async () => {
  arm({ endpoint: 'token' }, { drop: true });
  await assert.rejects(server.post('token', PASSWORD), /fetch failed/);
  const [summary] = server.activity.list().records;
  assert.deepEqual([summary?.status, summary?.fault], [0, faults.list(realmId)[0]?.id]);
  assert.equal((await server.post('token', PASSWORD)).status, 200);
});

for (const [endpoint, path] of [
  ['keys', 'certs'],
  ['token', 'token'],
] as const) {
  test(`test kit "faults": cut sends the headers and half of the body at ${endpoint}`, async () => {
    arm({ endpoint }, { cut: true });
    const response = await fetch(`${server.issuer}/protocol/openid-connect/${path}`, {
      method: endpoint === 'keys' ? 'GET' : 'POST',
      ...(endpoint === 'keys' ? {} : { body: new URLSearchParams(PASSWORD) }),
    });
    assert.equal(response.status, 200);
    assert.ok(Number(response.headers.get('content-length')) > 100);
    await assert.rejects(response.text(), /terminated/);
  });
}

test('test kit "faults": wrongKey signs with a key that is not published, under the kid of the realm', async () => {
  arm({ endpoint: 'token' }, { wrongKey: true });
  const answer = await server.post('token', PASSWORD);
  const tokens = readTokens(answer);
  const kids = (await keysOf()).map(({ kid }) => kid);
  for (const token of [tokens.access_token, tokens.id_token])
    assert.ok(kids.includes(decodeJws(token)?.header.kid));
  assert.equal(await isActive(tokens.access_token), false);
  assert.match(
    server.activity.find(answer.summary?.id ?? '')?.decisions.at(-1)?.detail ?? '',
    /does not have/,
  );
  const refreshed = await server.post('token', {
    ...WEB,
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  });
  assert.equal(await isActive(readTokens(refreshed).access_token), true);
});

test('test kit "faults": wrongKey waits for an answer with tokens', async () => {
  arm({ endpoint: 'token' }, { wrongKey: true });
  const refused = await server.post('token', { ...PASSWORD, password: 'no' });
  assert.equal(refused.body['error'], 'invalid_grant');
  assert.equal(refused.summary?.fault, undefined);
  assert.deepEqual(hits(), [0]);
  await server.post('token', PASSWORD);
  assert.deepEqual(hits(), [1]);
});

test('test kit "faults": expired tokens verify, but their times are over, and the refresh token stays good', async () => {
  const usual = decodeJws(readTokens(await server.post('token', PASSWORD)).access_token)?.claims;
  arm({ endpoint: 'token' }, { expired: true });
  const tokens = readTokens(await server.post('token', PASSWORD));
  const kids = (await keysOf()).map(({ kid }) => kid);
  for (const token of [tokens.access_token, tokens.id_token]) {
    const { header, claims } = decodeJws(token) ?? {};
    assert.ok(kids.includes(header?.kid));
    assert.ok(Number(claims?.['exp']) < Number(usual?.['iat']));
    assert.ok(Number(claims?.['iat']) < Number(claims?.['exp']));
    assert.deepEqual(claims?.['iss'], usual?.['iss']);
  }
  assert.equal(await isActive(tokens.access_token), false);
  const refreshed = await server.post('token', {
    ...WEB,
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  });
  assert.equal(await isActive(readTokens(refreshed).access_token), true);
  assert.deepEqual(hits(), [1]);
});

test('test kit "faults": kidMissing leaves out kid of the keys, or of the tokens, which stay valid', async () => {
  arm({ endpoint: 'keys' }, { kidMissing: true });
  assert.ok((await keysOf()).every(({ kid }) => kid === undefined));
  assert.ok((await keysOf()).every(({ kid }) => kid !== undefined));
  arm({ endpoint: 'token' }, { kidMissing: true });
  const { access_token } = readTokens(await server.post('token', PASSWORD));
  assert.equal(decodeJws(access_token)?.header.kid, undefined);
  assert.equal(await isActive(access_token), true);
  const next = readTokens(await server.post('token', PASSWORD));
  assert.notEqual(decodeJws(next.access_token)?.header.kid, undefined);
});

test('test kit "faults": staleKeys lacks the key that was added last', async () => {
  const { kid } = await server.keys.rotate('demo', 'ES256');
  arm({ endpoint: 'keys' }, { staleKeys: true });
  const stale = await keysOf();
  const fresh = await keysOf();
  assert.deepEqual(
    fresh.filter((key) => key.kid !== kid),
    stale,
  );
  assert.equal(fresh.length, stale.length + 1);
});

test('test kit "faults": a signed userinfo response gets the wrong key', async () => {
  await server.changeClient('web', { attributes: { 'user.info.response.signature.alg': 'ES256' } });
  const { access_token } = readTokens(await server.post('token', PASSWORD));
  const headers = { authorization: `Bearer ${access_token}` };
  const right: Answer = await server.send('userinfo', { headers });
  arm({ endpoint: 'userinfo', user: 'ALICE' }, { wrongKey: true });
  const wrong = await server.send('userinfo', { headers });
  assert.deepEqual(decodeJws(wrong.text)?.header, decodeJws(right.text)?.header);
  assert.deepEqual(hits(), [1]);
});

test('test kit "faults": only codes of the table are errors', () => {
  assert.equal(isOAuthErrorCode('invalid_grant'), true);
  for (const code of ['', 'Invalid_grant', 'toString', '__proto__'])
    assert.equal(isOAuthErrorCode(code), false);
});
