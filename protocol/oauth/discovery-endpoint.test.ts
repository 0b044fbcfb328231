import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCiba } from '#protocol/ciba/testing/server.ts';
import { type Answer, getByName, type OAuthTestServer, withOAuthServer } from './testing/server.ts';

function discover(server: OAuthTestServer, headers: Record<string, string> = {}): Promise<Answer> {
  return server.send('/realms/demo/.well-known/openid-configuration', { headers });
}

test('OIDC Discovery §3: advertises only what works', async () => {
  await withCiba(async ({ server }) => {
    const { body } = await discover(server);
    for (const [name, value] of Object.entries(body)) {
      if (!/_endpoint$|jwks_uri|check_session_iframe/.test(name)) continue;
      const { status } = await server.send(new URL(String(value)).pathname, { method: 'GET' });
      assert.notEqual(status, 404, name);
    }
    assert.equal(body['claims_parameter_supported'], true);
    assert.equal(body['require_pushed_authorization_requests'], false);
  });
});

test('OIDC Discovery §4.3: the issuer matches the URL that the document was requested from', async () => {
  await withOAuthServer(async (server) => {
    assert.equal((await discover(server)).body['issuer'], server.issuer);
    const { body } = await getByName(server, 'localhost', '.well-known/openid-configuration');
    assert.equal(body['issuer'], server.issuer.replace('127.0.0.1', 'localhost'));
    assert.equal((await discover(server)).body['issuer'], server.issuer);
  });
});

test('OIDC Discovery §4.2: JSON for every origin, never cached', async () => {
  await withOAuthServer(async (server) => {
    const { status, headers } = await discover(server, { origin: 'http://any.test' });
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json');
    assert.match(headers.get('cache-control') ?? '', /no-store/);
    assert.equal(headers.get('access-control-allow-origin'), 'http://any.test');
  });
});

test('OIDC Discovery §3: contains the members that clients need', async () => {
  await withOAuthServer(async (server) => {
    const { body } = await discover(server);
    const base = `${server.issuer}/protocol/openid-connect`;
    assert.deepEqual(
      [body['authorization_endpoint'], body['token_endpoint'], body['userinfo_endpoint'], body['jwks_uri']],
      [`${base}/auth`, `${base}/token`, `${base}/userinfo`, `${base}/certs`],
    );
    assert.deepEqual(body['subject_types_supported'], ['public', 'pairwise']);
    assert.deepEqual(body['code_challenge_methods_supported'], ['plain', 'S256']);
    assert.equal(body['authorization_response_iss_parameter_supported'], true);
    assert.ok((body['id_token_signing_alg_values_supported'] as string[]).includes('RS256'));
    const methods = body['token_endpoint_auth_methods_supported'] as string[];
    for (const method of [
      'client_secret_basic',
      'client_secret_post',
      'private_key_jwt',
      'client_secret_jwt',
    ]) {
      assert.ok(methods.includes(method), method);
    }
  });
});

test('openid is the first scope; scopes hidden from discovery are not listed', async () => {
  await withOAuthServer(async (server) => {
    await server.changeRealm((realm) => ({
      ...realm,
      clientScopes: (realm.clientScopes ?? []).map((scope) =>
        scope.name === 'phone'
          ? { ...scope, attributes: { ...scope.attributes, 'include.in.openid.provider.metadata': 'false' } }
          : scope,
      ),
    }));
    const scopes = (await discover(server)).body['scopes_supported'] as string[];
    assert.equal(scopes[0], 'openid');
    assert.ok(scopes.includes('email'));
    assert.equal(scopes.includes('phone'), false);
  });
});

test('OIDC Discovery §3: ui_locales_supported lists the languages of the pages, and is absent without any', async () => {
  await withOAuthServer(
    async (server) => {
      assert.deepEqual((await discover(server)).body['ui_locales_supported'], ['en', 'pt-BR']);
    },
    { internationalizationEnabled: true, supportedLocales: ['en', 'pt-BR', 'en'] },
  );
  await withOAuthServer(async (server) => {
    assert.equal(Object.hasOwn((await discover(server)).body, 'ui_locales_supported'), false);
  });
});
