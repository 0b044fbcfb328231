import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { WEB } from '../testing/realm.ts';
import { type Answer, claimsOf, type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

function ask(server: OAuthTestServer, changes: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return server.post('token', { ...WEB, grant_type: 'client_credentials', ...changes });
}

test('RFC 6749 §4.4: a public client is refused', async () => {
  await withOAuthServer(async (server) => {
    const { status, body, refusal } = await ask(server, { client_id: 'spa' });
    assert.equal(status, 401);
    assert.deepEqual(body, {
      error: 'unauthorized_client',
      error_description: 'Public client not allowed to retrieve service account',
    });
    assert.match(refusal?.remedy ?? '', /publicClient of client spa/);
  });
});

test('RFC 6749 §4.4: a client without a service account is refused', async () => {
  await withOAuthServer(async (server) => {
    const { status, body, refusal } = await ask(server, { client_id: 'other' });
    assert.equal(status, 401);
    assert.deepEqual(body, {
      error: 'unauthorized_client',
      error_description: 'Client not enabled to retrieve service account',
    });
    assert.equal(refusal?.remedy, 'Set serviceAccountsEnabled of client other to true.');
  });
});

test('RFC 6749 §4.4.2: a scope that the client cannot have is refused', async () => {
  await withOAuthServer(async (server) => {
    const { status, body } = await ask(server, { scope: 'openid x' });
    assert.equal(status, 400);
    assert.deepEqual(body, { error: 'invalid_scope', error_description: 'Invalid scopes: openid x' });
  });
});

test('a missing service account, or a regular user of the same name, is refused', async () => {
  await withOAuthServer(async (server) => {
    const realmId = server.store.realms.find('demo')?.id ?? '';
    const account = await server.store.users.findByUsername(realmId, 'service-account-web');
    await server.store.users.remove(realmId, account?.id ?? '');
    const description = 'The associated service account for the client does not exist';
    assert.equal((await ask(server)).body['error_description'], description);
    await server.store.users.create(realmId, { id: 'u', username: 'service-account-web', enabled: true });
    const { status, body } = await ask(server);
    assert.equal(status, 401);
    assert.deepEqual(body, { error: 'invalid_request', error_description: description });
  });
});

test('a disabled service account is refused', async () => {
  await withOAuthServer(async (server) => {
    const realmId = server.store.realms.find('demo')?.id ?? '';
    const account = await server.store.users.findByUsername(realmId, 'service-account-web');
    await server.store.users.update(realmId, account?.id ?? '', (user) => ({ ...user, enabled: false }));
    const { status, body } = await ask(server);
    assert.equal(status, 401);
    assert.deepEqual(body, {
      error: 'invalid_request',
      error_description: "User 'service-account-web' disabled",
    });
  });
});

test('RFC 6749 §4.4.3: the access token is the service account’s, without a session and refresh token', async () => {
  await withOAuthServer(async (server) => {
    const { status, headers, body } = await ask(server);
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('pragma'), 'no-cache');
    assert.equal(body['token_type'], 'Bearer');
    assert.equal(body['refresh_expires_in'], 0);
    for (const name of ['refresh_token', 'session_state', 'id_token'])
      assert.equal(name in body, false, name);
    const claims = claimsOf(body['access_token']);
    assert.match(String(claims['jti']), /^trrtcc:/);
    assert.deepEqual(
      [
        claims['preferred_username'],
        claims['azp'],
        claims['client_id'],
        claims['clientAddress'],
        claims['acr'],
      ],
      ['service-account-web', 'web', 'web', '127.0.0.1', '1'],
    );
    for (const name of ['sid', 'auth_time']) assert.equal(name in claims, false, name);
    const realmId = server.store.realms.find('demo')?.id ?? '';
    assert.deepEqual(await collect(server.store.sessions.list(realmId)), []);
  });
});

test('OIDC Core §3.1.3.3: scope openid returns an ID token of the service account', async () => {
  await withOAuthServer(async (server) => {
    const { body } = await ask(server, { scope: 'openid' });
    assert.equal(claimsOf(body['id_token'])['preferred_username'], 'service-account-web');
  });
});
