import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEB } from './testing/realm.ts';
import { type Answer, type OAuthTestServer, readTokens, withOAuthServer } from './testing/server.ts';

function revoke(
  server: OAuthTestServer,
  token: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return server.post('revoke', { ...WEB, token, ...changes });
}

async function isGood(server: OAuthTestServer, accessToken: string): Promise<boolean> {
  return (await server.post('token/introspect', { ...WEB, token: accessToken })).body['active'] === true;
}

function refresh(server: OAuthTestServer, refreshToken: string): Promise<Answer> {
  return server.post('token', { ...WEB, grant_type: 'refresh_token', refresh_token: refreshToken });
}

test('RFC 7009 §2.1: a request without token is refused', async () => {
  await withOAuthServer(async (server) => {
    const { status, body } = await revoke(server, '');
    assert.equal(status, 400);
    assert.deepEqual(body, { error: 'invalid_request', error_description: 'Token not provided' });
  });
});

test('RFC 7009 §2.1: the token of another client is refused and stays valid', async () => {
  await withOAuthServer(async (server) => {
    const { access_token, refresh_token } = await server.tokens();
    for (const token of [access_token, refresh_token]) {
      const { status, body } = await revoke(server, token, { client_id: 'other' });
      assert.equal(status, 400);
      assert.deepEqual(body, { error: 'invalid_request', error_description: 'Unmatching clients' });
    }
    assert.equal(await isGood(server, access_token), true);
  });
});

test('RFC 7009 §2.2.1: an ID token is refused as an unsupported type', async () => {
  await withOAuthServer(async (server) => {
    const { status, body } = await revoke(server, (await server.tokens()).id_token);
    assert.equal(status, 400);
    assert.deepEqual(body, { error: 'unsupported_token_type', error_description: 'Unsupported token type' });
  });
});

test('RFC 7009 §2.2: an invalid token is answered with 200 and Keycloak’s error', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    const [header, claims] = access_token.split('.');
    server.pass(301);
    for (const token of ['x', access_token, `${header}.${claims}.AAAA`]) {
      const { status, body } = await revoke(server, token);
      assert.equal(status, 200);
      assert.deepEqual(body, { error: 'invalid_token', error_description: 'Invalid token' });
    }
  });
});

test('RFC 7009 §2.1: a forged token revokes nothing', async () => {
  await withOAuthServer(async (server) => {
    const { access_token, refresh_token } = await server.tokens();
    for (const token of [access_token, refresh_token]) {
      await revoke(server, `${token.slice(0, token.lastIndexOf('.'))}.AAAA`);
    }
    assert.equal(await isGood(server, access_token), true);
  });
});

test('RFC 7009 §2.1: a repeated parameter is refused', async () => {
  await withOAuthServer(async (server) => {
    const body = new URLSearchParams({ ...WEB, token: 'x' });
    body.append('token', 'y');
    const { status, body: answer } = await server.send('revoke', { method: 'POST', body });
    assert.equal(status, 400);
    assert.equal(answer['error_description'], 'duplicated parameter');
  });
});

test('RFC 7009 §2.1: a revoked access token stops working immediately; its refresh token still works', async () => {
  await withOAuthServer(async (server) => {
    const { access_token, refresh_token } = await server.tokens();
    const { status, text } = await revoke(server, access_token);
    assert.equal(status, 200);
    assert.equal(text, '');
    assert.equal(await isGood(server, access_token), false);
    assert.equal((await refresh(server, refresh_token)).status, 200);
  });
});

test('RFC 7009 §2.1: a revoked refresh token also revokes the access tokens, and ends the session with its last client', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { access_token, refresh_token } = await server.tokens({}, browser);
    assert.equal((await revoke(server, refresh_token)).status, 200);
    assert.equal(await isGood(server, access_token), false);
    assert.equal((await refresh(server, refresh_token)).status, 400);
    assert.equal((await server.authorize(browser, { prompt: 'none' })).leadsTo['error'], 'login_required');
  });
});

test('RFC 7009 §2.1: other clients of the session stay signed in', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { refresh_token } = await server.tokens({}, browser);
    const native = { client_id: 'native', redirect_uri: 'http://127.0.0.1/' };
    const { code = '' } = (await server.authorize(browser, native)).leadsTo;
    const others = readTokens(
      await server.post('token', { ...native, grant_type: 'authorization_code', code }),
    );
    await revoke(server, refresh_token);
    assert.equal(await isGood(server, others.access_token), true);
  });
});
