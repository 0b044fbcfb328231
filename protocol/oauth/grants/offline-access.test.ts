import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { collect } from '#protocol/store/collect.ts';
import { CALLBACK, WEB } from '../testing/realm.ts';
import {
  type Answer,
  claimsOf,
  type OAuthTestServer,
  readTokens,
  type Tokens,
  withOAuthServer,
} from '../testing/server.ts';

const OFFLINE = { scope: 'openid offline_access' };
const DAY = 86_400;

/** Alice has the realm's default role, which contains offline_access. */
function withRoles(realm: Partial<RealmRepresentation> = {}): Partial<RealmRepresentation> {
  const users = ['alice', 'bob'].map((username) => ({
    username,
    email: `${username}@example.test`,
    firstName: username,
    lastName: 'Example',
    credentials: [{ type: 'password', value: `${username}-password` }],
    realmRoles: username === 'alice' ? ['default-roles-demo'] : [],
  }));
  return { users, ...realm };
}

function refresh(
  server: OAuthTestServer,
  tokens: Pick<Tokens, 'refresh_token'>,
  changes = {},
): Promise<Answer> {
  const { refresh_token } = tokens;
  return server.post('token', { ...WEB, grant_type: 'refresh_token', refresh_token, ...changes });
}

async function refused(answer: Promise<Answer>, description: string): Promise<void> {
  const { status, body } = await answer;
  assert.deepEqual([status, body], [400, { error: 'invalid_grant', error_description: description }]);
}

async function userInfoStatus(server: OAuthTestServer, { access_token }: Tokens): Promise<number> {
  return (await server.send('userinfo', { headers: { authorization: `Bearer ${access_token}` } })).status;
}

test('OIDC Core §11: offline_access returns a refresh token of typ Offline that does not expire', async () => {
  await withOAuthServer(async (server) => {
    const tokens = await server.tokens(OFFLINE);
    const claims = claimsOf(tokens.refresh_token);
    assert.deepEqual(
      [claims['typ'], claims['exp'], claims['sid']],
      ['Offline', undefined, tokens.session_state],
    );
    assert.equal(String(claims['scope']).includes('offline_access'), true);
    assert.equal(tokens.scope.includes('offline_access'), true);
    assert.equal('refresh_expires_in' in tokens && tokens['refresh_expires_in'], 0);
    assert.match(String(claimsOf(tokens.access_token)['jti']), /^ofrtac:/);
    assert.equal(claimsOf(tokens.id_token)['sid'], tokens.session_state);
  }, withRoles());
});

test('OIDC Core §11: the offline session outlives the browser session, and its tokens keep the sid', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const tokens = await server.tokens(OFFLINE, browser);
    await browser.get(`${server.issuer}/protocol/openid-connect/logout?id_token_hint=${tokens.id_token}`);
    server.pass(20 * DAY);
    const later = readTokens(await refresh(server, tokens));
    assert.equal(claimsOf(later.refresh_token)['typ'], 'Offline');
    assert.equal(claimsOf(later.access_token)['sid'], claimsOf(tokens.access_token)['sid']);
    assert.equal(await userInfoStatus(server, later), 200);
  }, withRoles());
});

test('tokens of an ended online session stop working; those of the offline session still work', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const online = await server.tokens({}, browser);
    const offline = await server.tokens(OFFLINE, browser);
    await server.post('logout', { ...WEB, refresh_token: online.refresh_token });
    assert.equal(await userInfoStatus(server, online), 401);
    assert.equal(await userInfoStatus(server, offline), 200);
    await refused(refresh(server, online), 'Session not active');
  }, withRoles());
});

test('offlineSessionIdleTimeout ends an idle offline session; each use restarts the timeout', async () => {
  await withOAuthServer(
    async (server) => {
      let tokens = await server.tokens(OFFLINE);
      server.pass(900);
      tokens = readTokens(await refresh(server, tokens));
      server.pass(900);
      tokens = readTokens(await refresh(server, tokens));
      server.pass(1000);
      await refused(refresh(server, tokens), 'Offline session not active');
    },
    withRoles({ offlineSessionIdleTimeout: 1000 }),
  );
});

test('offlineSessionMaxLifespanEnabled sets an expiry that no use extends', async () => {
  await withOAuthServer(
    async (server) => {
      let tokens = await server.tokens(OFFLINE);
      const end = claimsOf(tokens.refresh_token)['exp'];
      server.pass(900);
      tokens = readTokens(await refresh(server, tokens));
      assert.equal(claimsOf(tokens.refresh_token)['exp'], end);
      server.pass(100);
      await refused(refresh(server, tokens), 'Token is not active');
    },
    withRoles({ offlineSessionMaxLifespanEnabled: true, offlineSessionMaxLifespan: 1000 }),
  );
});

test('client.offline.session.idle.timeout shortens the client’s part of an offline session', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { attributes: { 'client.offline.session.idle.timeout': '60' } });
    const tokens = await server.tokens(OFFLINE);
    server.pass(60);
    await refused(refresh(server, tokens), 'Client session not active');
  }, withRoles());
});

test('a user without the role offline_access gets ordinary tokens without the scope', async () => {
  await withOAuthServer(async (server) => {
    const { code = '' } = await server.signIn(server.browser(), OFFLINE, 'bob');
    const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const tokens = readTokens(await server.post('token', form));
    assert.equal(claimsOf(tokens.refresh_token)['typ'], 'Refresh');
    assert.equal(tokens.scope.includes('offline_access'), false);
  }, withRoles());
});

test('not_allowed: a scope that excludes the role issues no offline token to a user without the role', async () => {
  await withOAuthServer(async (server) => {
    await server.changeRealm((realm) => ({ ...realm, scopeMappings: [] }));
    const { code = '' } = await server.signIn(server.browser(), OFFLINE, 'bob');
    const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const { status, body, refusal } = await server.post('token', form);
    assert.equal(status, 400);
    assert.deepEqual(body, {
      error: 'not_allowed',
      error_description: 'Offline tokens not allowed for the user or client',
    });
    assert.match(refusal?.remedy ?? '', /role offline_access/);
  }, withRoles());
});

test('an offline session ends if its client loses the scope', async () => {
  await withOAuthServer(async (server) => {
    const tokens = await server.tokens(OFFLINE);
    await server.changeClient('web', { optionalClientScopes: [] });
    const text = 'Offline session invalid because offline access not granted anymore';
    await refused(refresh(server, tokens), text);
    await refused(refresh(server, tokens), 'Offline user session not found');
  }, withRoles());
});

test('RFC 7009 §2.1: revoking an offline token ends the offline session, and the browser stays signed in', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const tokens = await server.tokens(OFFLINE, browser);
    assert.equal((await server.post('revoke', { ...WEB, token: tokens.refresh_token })).status, 200);
    await refused(refresh(server, tokens), 'Offline user session not found');
    assert.notEqual((await server.signIn(browser))['code'], undefined);
  }, withRoles());
});

test('logout with an offline token ends only the offline session', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const tokens = await server.tokens(OFFLINE, browser);
    assert.equal((await server.post('logout', { ...WEB, refresh_token: tokens.refresh_token })).status, 204);
    await refused(refresh(server, tokens), 'Offline user session not found');
    assert.notEqual((await server.signIn(browser))['code'], undefined);
  }, withRoles());
});

test('RFC 6749 §4.1.2: reusing a code ends the offline session, too', async () => {
  await withOAuthServer(async (server) => {
    const { code = '' } = await server.signIn(server.browser(), OFFLINE);
    const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const tokens = readTokens(await server.post('token', form));
    assert.equal((await server.post('token', form)).status, 400);
    await refused(refresh(server, tokens), 'Offline user session not found');
  }, withRoles());
});

test('the password grant with offline_access leaves no online session', async () => {
  await withOAuthServer(async (server) => {
    const form = {
      ...WEB,
      ...OFFLINE,
      grant_type: 'password',
      username: 'alice',
      password: 'alice-password',
    };
    const tokens = readTokens(await server.post('token', form));
    const sessions = await collect(server.store.sessions.list(server.store.realms.find('demo')?.id ?? ''));
    assert.deepEqual(
      sessions.map(({ offline }) => offline),
      [true],
    );
    assert.equal((await refresh(server, tokens)).status, 200);
  }, withRoles());
});

test('RFC 6749 §6: scope narrows the access token of an offline session, but not its refresh token', async () => {
  await withOAuthServer(async (server) => {
    const tokens = await server.tokens({ scope: 'openid phone offline_access' });
    const narrow = readTokens(await refresh(server, tokens, { scope: 'openid' }));
    assert.equal(narrow.scope, 'openid');
    const claims = claimsOf(narrow.refresh_token);
    assert.deepEqual([claims['typ'], claims['scope']], ['Offline', claimsOf(tokens.refresh_token)['scope']]);
  }, withRoles());
});

test('RFC 9700 §4.14.2: reusing a rotated offline token ends the offline session', async () => {
  await withOAuthServer(
    async (server) => {
      const tokens = await server.tokens(OFFLINE);
      const newer = readTokens(await refresh(server, tokens));
      await refused(refresh(server, tokens), 'Maximum allowed refresh token reuse exceeded');
      await refused(refresh(server, newer), 'Offline user session not found');
    },
    withRoles({ revokeRefreshToken: true }),
  );
});

test('a client without refresh tokens gets no offline session', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { attributes: { 'use.refresh.tokens': 'false' } });
    const tokens = await server.tokens(OFFLINE);
    assert.equal(tokens.refresh_token, undefined);
    assert.match(String(claimsOf(tokens.access_token)['jti']), /^on/);
  }, withRoles());
});
