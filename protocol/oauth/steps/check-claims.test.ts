import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProtocolMapperRepresentation } from '#protocol/contract/realm-representation.ts';
import { CALLBACK, WEB } from '../testing/realm.ts';
import { claimsOf, type OAuthTestServer, readTokens, refusalOf, withOAuthServer } from '../testing/server.ts';

const MAPPER: ProtocolMapperRepresentation = {
  name: 'claims parameter',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-claims-param-token-mapper',
  config: { 'id.token.claim': 'true', 'userinfo.token.claim': 'true' },
};

/** Claims that no scope adds. */
const CLAIMS = JSON.stringify({
  id_token: { given_name: { essential: true } },
  userinfo: { family_name: null, given_name: { value: 'somebody else' } },
});

async function withMapper(use: (server: OAuthTestServer) => Promise<void>): Promise<void> {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { protocolMappers: [MAPPER], defaultClientScopes: ['basic'] });
    await use(server);
  });
}

async function userInfo(server: OAuthTestServer, token: string): Promise<Readonly<Record<string, unknown>>> {
  return (await server.send('userinfo', { headers: { authorization: `Bearer ${token}` } })).body;
}

test('OIDC Core §5.5: requested claims are in the ID token and in userinfo, each where requested', async () => {
  await withMapper(async (server) => {
    const tokens = await server.tokens({ claims: CLAIMS });
    const id = claimsOf(tokens.id_token);
    assert.deepEqual([id['given_name'], id['family_name']], ['alice', undefined]);
    const info = await userInfo(server, tokens.access_token);
    assert.deepEqual([info['given_name'], info['family_name']], [undefined, 'Example']);
  });
});

test('OIDC Core §12.2: requested claims are in refreshed ID tokens, too', async () => {
  await withMapper(async (server) => {
    const { refresh_token } = await server.tokens({ claims: CLAIMS });
    const form = { ...WEB, grant_type: 'refresh_token', refresh_token };
    const refreshed = readTokens(await server.post('token', form));
    assert.equal(claimsOf(refreshed.id_token)['given_name'], 'alice');
    assert.equal((await userInfo(server, refreshed.access_token))['family_name'], 'Example');
  });
});

test('OIDC Core §5.5: a later request without the parameter removes the requested claims', async () => {
  await withMapper(async (server) => {
    const browser = server.browser();
    await server.tokens({ claims: CLAIMS }, browser);
    const { code = '' } = await server.signIn(browser);
    const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const tokens = readTokens(await server.post('token', form));
    assert.equal(claimsOf(tokens.id_token)['given_name'], undefined);
    assert.equal((await userInfo(server, tokens.access_token))['family_name'], undefined);
  });
});

test('OIDC Core §5.5: requested claims of an implicit response are in its ID token', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('implicit', { protocolMappers: [MAPPER], defaultClientScopes: ['basic'] });
    const page = await server.authorize(server.browser(), {
      client_id: 'implicit',
      redirect_uri: 'http://app.test/implicit',
      response_type: 'id_token',
      nonce: 'n1',
      claims: CLAIMS,
    });
    assert.equal(page.status, 200);
  });
});

test('OIDC Core §5.5: without the mapper the parameter is accepted and adds nothing', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { defaultClientScopes: ['basic'] });
    const { id_token } = await server.tokens({ claims: CLAIMS });
    assert.equal(claimsOf(id_token)['given_name'], undefined);
  });
});

for (const claims of ['{', '[]', '{"id_token":7}']) {
  test(`OIDC Core §5.5: claims=${claims} is refused at the redirect URI`, async () => {
    await withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, { claims });
      assert.deepEqual(
        [refusal.destination, refusal.code, refusal.description, refusal.rule],
        ['client', 'invalid_request', 'Invalid parameter: claims', 'check-claims'],
      );
    });
  });
}
