import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hashHalf } from '#protocol/crypto/identifiers.ts';
import { collect } from '#protocol/store/collect.ts';
import { claimsOf, startKitServer } from './testing/server.ts';

const server = await startKitServer();
after(() => server.stop());
const TOKENS = '/emulator/v1/realms/kit/tokens';
const SESSIONS = '/emulator/v1/realms/kit/sessions';
const NOW = Date.UTC(2030, 0, 1) / 1000;

const listSessions = () => collect(server.store.sessions.list(server.store.realms.find('kit')?.id ?? ''));
let session = '';
before(async () => {
  session = (await server.createSession({ user: 'bob', authTime: '2029-12-31T23:59:00Z' })).id;
});

for (const [what, body, status, problem, remedy] of [
  ['without a client', { user: 'ann' }, 400, /client is missing/, /^$/],
  ['of an unknown client', { user: 'ann', client: 'no' }, 400, /no client "no"/, /Create the client/],
  ['of a disabled client', { user: 'ann', client: 'off' }, 409, /off is disabled/, /Set enabled of client/],
  ['of a bearer-only client', { user: 'ann', client: 'api' }, 409, /bearer-only/, /bearerOnly/],
  ['of a SAML client', { user: 'ann', client: 'provider' }, 400, /uses saml/, /OpenID Connect/],
  ['for an unknown user', { user: 'nobody', client: 'web' }, 400, /no user "nobody"/, /Create the user/],
  ['for a disabled user', { user: 'dora', client: 'web' }, 409, /disabled/, /Set enabled of user dora/],
  ['for a user with an action', { user: 'todo', client: 'web' }, 409, /must complete/, /requiredActions/],
  [
    'for a service account by its name',
    { user: 'service-account-web', client: 'web' },
    400,
    /service account of client web/,
    /leave out user and send client/,
  ],
  [
    'of a public client without a user',
    { client: 'spa' },
    409,
    /spa has no service account/,
    /serviceAccountsEnabled of client spa to true and publicClient to false/,
  ],
  [
    'with a scope that the client does not have',
    { user: 'ann', client: 'web', scope: 'openid gold' },
    400,
    /Invalid scopes: openid gold\. "gold" is neither/,
    /Add "gold" to the optional client scopes of web/,
  ],
  [
    'in an unknown session',
    { client: 'web', session: 'no' },
    400,
    /no live session "no"/,
    /POST …\/sessions/,
  ],
  ['with an expiry of 0', { user: 'ann', client: 'web', expiresInSeconds: 0 }, 400, /expiresInSeconds/, /^$/],
  ['with claims as a list', { user: 'ann', client: 'web', claims: [] }, 400, /claims/, /^$/],
  [
    'with an unknown fault',
    { user: 'ann', client: 'web', broken: 'all' },
    400,
    /broken must be one of/,
    /^$/,
  ],
  ['with a misspelt member', { user: 'ann', client: 'web', aud: 'x' }, 400, /"aud" is not a member/, /^$/],
  [
    'with too many claims',
    { user: 'ann', client: 'web', claims: { long: 'x'.repeat(17_000) } },
    400,
    /longer than 16384/,
    /fewer or shorter/,
  ],
] as const) {
  test(`test kit "tokens": none are created ${what}`, async () => {
    const before = (await listSessions()).length;
    const [refused, error, help] = await server.refusal('POST', '/tokens', body);
    assert.equal(refused, status, error);
    assert.match(error, problem);
    assert.match(help, remedy);
    assert.equal((await listSessions()).length, before);
  });
}

for (const name of [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'nbf',
  'jti',
  'azp',
  'typ',
  'sid',
  'scope',
  'cnf',
  'nonce',
]) {
  test(`test kit "tokens": ${name} cannot be set as a claim`, async () => {
    const body = { user: 'ann', client: 'web', claims: { [name]: 'x' } };
    const [status, error, remedy] = await server.refusal('POST', '/tokens', body);
    assert.equal(status, 400);
    assert.match(error, new RegExp(`claims must not contain ${name},`));
    assert.match(remedy, /broken for a token that must be refused/);
  });
}

test('test kit "tokens": a session of another user, an offline one and one that has ended are refused', async (context) => {
  const client = 'web';
  const foreign = await server.refusal('POST', '/tokens', { user: 'ann', client, session });
  assert.deepEqual([foreign[0], foreign[1]], [400, 'session: it is a session of bob, not of ann.']);
  const { session_state: sid } = await server.createTokens({ user: 'ann', client, scope: 'offline_access' });
  const offline = await server.refusal('POST', '/tokens', { client, session: `offline:${sid}` });
  assert.match(offline[1], /offline session, which no client can join/);
  context.after(() => server.clocks('kit').set({ offsetMs: 0 }));
  await server.clocks('kit').set({ offsetMs: 1_800_000 });
  assert.match((await server.refusal('POST', '/tokens', { client, session }))[1], /no live session/);
});

test('OIDC Core §11: a refused offline token leaves no session behind', async (context) => {
  const stored = server.store.realms.find('kit');
  context.after(() => server.store.realms.update('kit', () => stored ?? { id: '', realm: '' }));
  await server.store.realms.update('kit', (realm) => ({ ...realm, scopeMappings: [] }));
  const before = (await listSessions()).length;
  const body = { user: 'bob', client: 'own-levels', scope: 'openid offline_access' };
  const [status, error, remedy] = await server.refusal('POST', '/tokens', body);
  assert.equal(status, 400);
  assert.match(error, /Offline tokens not allowed/);
  assert.match(remedy, /realm role offline_access/);
  assert.equal((await listSessions()).length, before);
});

test('test kit "tokens": only administrators of the server create them, in realms that exist and are enabled', async () => {
  const body = { user: 'ann', client: 'web' };
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('POST', TOKENS, { body, token })).status, 403);
  assert.equal((await server.call('POST', TOKENS, { body, token: null })).status, 401);
  assert.equal((await server.call('POST', '/emulator/v1/realms/no/tokens', { body })).status, 404);
  await server.call('PUT', '/admin/realms/kit', { body: { enabled: false } });
  const [status] = await server.refusal('POST', '/tokens', body);
  await server.call('PUT', '/admin/realms/kit', { body: { enabled: true } });
  assert.equal(status, 409);
});

test('test kit "tokens": a user gets what the token endpoint would give: userinfo, introspection, refresh and logout work', async () => {
  const tokens = await server.createTokens({
    user: 'ann',
    client: 'web',
    scope: 'openid email',
    nonce: 'n1',
  });
  assert.deepEqual(
    [tokens.token_type, tokens.expires_in, tokens.refresh_expires_in, tokens.scope],
    ['Bearer', 300, 1800, 'openid profile email'],
  );
  const access = claimsOf(tokens.access_token);
  const id = claimsOf(tokens.id_token);
  assert.deepEqual([access['iss'], access['azp'], access['exp']], [server.issuer, 'web', NOW + 300]);
  assert.deepEqual([id['aud'], id['nonce'], id['auth_time'], id['acr']], ['web', 'n1', NOW, 'silver']);
  assert.equal(id['at_hash'], hashHalf('RS256', tokens.access_token));
  assert.deepEqual([id['sid'], access['sid']], [tokens.session_state, tokens.session_state]);
  assert.equal((await server.userInfo(tokens.access_token)).body['email'], 'ann@example.test');
  const introspected = await server.post('token/introspect', { token: tokens.access_token });
  assert.deepEqual([introspected.body['active'], introspected.body['username']], [true, 'ann']);
  const refresh = { refresh_token: tokens.refresh_token ?? '' };
  const refreshed = await server.post('token', { grant_type: 'refresh_token', ...refresh });
  assert.equal(refreshed.body['session_state'], tokens.session_state);
  await server.post('logout', refresh);
  assert.equal((await server.userInfo(tokens.access_token)).status, 401);
});

test('test kit "tokens": without scope openid there is no ID token', async () => {
  const tokens = await server.createTokens({ user: 'ann@example.test', client: 'spa' });
  assert.deepEqual([tokens.id_token, tokens.scope], [undefined, 'profile email']);
  assert.equal(typeof tokens.refresh_token, 'string');
});

test('RFC 6749 §4.4.3: a service account gets an access token without session and refresh token', async () => {
  const tokens = await server.createTokens({ client: 'web', scope: 'openid', nonce: 'n2' });
  assert.deepEqual([tokens.refresh_token, tokens.session_state], [undefined, undefined]);
  const { preferred_username: username, client_id: clientId, sid } = claimsOf(tokens.access_token);
  assert.deepEqual([username, clientId, sid], ['service-account-web', 'web', undefined]);
  assert.equal(claimsOf(tokens.id_token)['nonce'], 'n2');
  assert.equal((await server.userInfo(tokens.access_token)).status, 200);
});

test('test kit "tokens": tokens in a session that exists belong to it, as after single sign-on', async () => {
  const tokens = await server.createTokens({ client: 'spa', scope: 'openid', session });
  const { sid, auth_time: authTime, preferred_username: username } = claimsOf(tokens.id_token);
  assert.deepEqual([sid, authTime, username], [session, NOW - 60, 'bob']);
  await server.createTokens({ user: 'bob', client: 'web', session });
  const kept = (await listSessions()).find(({ id }) => id === session);
  assert.equal(Object.keys(kept?.clients ?? {}).length, 2);
});

test('OIDC Core §11: scope offline_access gives an offline token, which outlives every browser session', async (context) => {
  const { refresh_token: token = '', session_state: sid } = await server.createTokens({
    user: 'ann',
    client: 'web',
    scope: 'openid offline_access',
  });
  assert.equal(claimsOf(token)['typ'], 'Offline');
  assert.deepEqual(
    (await listSessions()).flatMap(({ id, offline }) => (id.endsWith(sid ?? '') ? [offline] : [])),
    [true],
  );
  await server.clocks('kit').set({ offsetMs: 20 * 86_400_000 });
  context.after(() => server.clocks('kit').set({ offsetMs: 0 }));
  const refreshed = await server.post('token', { grant_type: 'refresh_token', refresh_token: token });
  assert.equal(refreshed.status, 200);
});

test('test kit "tokens": claims, audience and lifespan differ as asked, and the server accepts the tokens', async () => {
  const tokens = await server.createTokens({
    user: 'ann',
    client: 'web',
    scope: 'openid',
    claims: { tier: 'gold', preferred_username: 'anna', acr: 'platinum', nested: { a: [1, null] } },
    audience: ['orders', 'stock'],
    expiresInSeconds: 86_400,
  });
  const access = claimsOf(tokens.access_token);
  const id = claimsOf(tokens.id_token);
  for (const claims of [access, id]) {
    const { tier, preferred_username: username, acr, nested, exp } = claims;
    assert.deepEqual([tier, username, acr, exp], ['gold', 'anna', 'platinum', NOW + 86_400]);
    assert.deepEqual(nested, { a: [1, null] });
  }
  assert.deepEqual([access['aud'], id['aud'], tokens.expires_in], [['orders', 'stock'], 'web', 86_400]);
  assert.equal((await server.userInfo(tokens.access_token)).status, 200);
  const single = await server.createTokens({ user: 'ann', client: 'web', audience: ['orders'] });
  assert.equal(claimsOf(single.access_token)['aud'], 'orders');
});

test('test kit "tokens": times are the realm\'s, and the tokens are masked in Activity', async (context) => {
  await server.clocks('kit').set({ frozenAt: Date.UTC(2040, 5, 1) });
  context.after(() => server.clocks('kit').set({ offsetMs: 0 }));
  const tokens = await server.createTokens({ user: 'ann', client: 'web' });
  assert.equal(claimsOf(tokens.access_token)['iat'], Date.UTC(2040, 5, 1) / 1000);
  const { records } = server.activity.list({ text: 'Create tokens' });
  const shown = JSON.stringify(server.activity.find(records[0]?.id ?? '', { reveal: false }));
  assert.match(shown, /Create tokens/);
  assert.doesNotMatch(shown, new RegExp(tokens.access_token.slice(-40)));
  await server.call('DELETE', SESSIONS);
});
