import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashHalf } from '#protocol/crypto/identifiers.ts';
import { claimsOf, type OAuthTestServer, withOAuthServer } from './testing/server.ts';

const IMPLICIT = { client_id: 'implicit', redirect_uri: 'http://app.test/implicit', nonce: 'n1' };

function ask(
  server: OAuthTestServer,
  response_type: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, string>>> {
  return server.signIn(server.browser(), { ...IMPLICIT, response_type, ...changes });
}

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  id_token: ['id_token'],
  token: ['access_token', 'token_type', 'expires_in'],
  'id_token token': ['id_token', 'access_token', 'token_type', 'expires_in'],
  'code id_token': ['code', 'id_token'],
  'code token': ['code', 'access_token', 'token_type', 'expires_in'],
  'code id_token token': ['code', 'id_token', 'access_token', 'token_type', 'expires_in'],
};

for (const [type, members] of Object.entries(MEMBERS)) {
  test(`Multiple Response Types §3, §5: response_type "${type}" returns ${members.join(', ')}, never a refresh token`, async () => {
    await withOAuthServer(async (server) => {
      const answer = await ask(server, type);
      assert.deepEqual(Object.keys(answer), ['state', 'session_state', 'iss', ...members]);
    });
  });

  test(`OIDC Core §3.3.2.11: the ID token of "${type}" contains hashes of code, access token and state`, async () => {
    await withOAuthServer(async (server) => {
      const { id_token, access_token, code, state = '' } = await ask(server, type);
      if (id_token === undefined) return assert.ok(!type.includes('id_token'));
      const claims = claimsOf(id_token);
      const half = (text: string | undefined): string | undefined =>
        text === undefined ? undefined : hashHalf('RS256', text);
      assert.deepEqual(
        [claims['at_hash'], claims['c_hash'], claims['s_hash'], claims['nonce']],
        [half(access_token), half(code), half(state), 'n1'],
      );
    });
  });
}

test('OIDC Core §3.2.2.5: an access token of the implicit flow has its own lifespan; one issued with a code has the usual lifespan', async () => {
  await withOAuthServer(async (server) => {
    await server.changeRealm((realm) => ({
      ...realm,
      accessTokenLifespan: 60,
      accessTokenLifespanForImplicitFlow: 700,
    }));
    assert.equal((await ask(server, 'token'))['expires_in'], '700');
    assert.equal((await ask(server, 'code token'))['expires_in'], '60');
  });
});

test('OIDC Core §3.2.2.5: an access token from the authorization endpoint works like any other', async () => {
  await withOAuthServer(async (server) => {
    const { access_token = '' } = await ask(server, 'token', { scope: 'openid' });
    assert.match(String(claimsOf(access_token)['jti']), /^onrtna:/);
    const headers = { authorization: `Bearer ${access_token}` };
    assert.equal((await server.send('userinfo', { headers })).status, 200);
  });
});

test('RFC 7636 §4.3: an implicit request needs no challenge; a hybrid request of a client that requires PKCE does', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('implicit', { attributes: { 'pkce.code.challenge.method': 'S256' } });
    assert.ok((await ask(server, 'id_token token'))['access_token']);
    const refused = await server.authorize(server.browser(), { ...IMPLICIT, response_type: 'code id_token' });
    assert.equal(refused.leadsTo['error_description'], 'Missing parameter: code_challenge_method');
  });
});

test('FAPI 1 Advanced §5.1.1: an ID token used as a detached signature contains no user claims; the token endpoint’s does', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('implicit', { attributes: { 'id.token.as.detached.signature': 'true' } });
    const answer = await ask(server, 'code id_token');
    const detached = claimsOf(answer['id_token']);
    assert.deepEqual([detached['email'], detached['preferred_username']], [undefined, undefined]);
    assert.equal(typeof detached['c_hash'], 'string');
    const form = { client_id: 'implicit', grant_type: 'authorization_code', code: answer['code'] ?? '' };
    const { body } = await server.post('token', { ...form, redirect_uri: IMPLICIT.redirect_uri });
    assert.equal(claimsOf(body['id_token'])['email'], 'alice@example.test');
    assert.equal(claimsOf((await ask(server, 'id_token'))['id_token'])['email'], 'alice@example.test');
  });
});
