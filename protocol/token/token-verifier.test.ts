import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJws, signJws } from '#protocol/crypto/jws.ts';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { offlineSessionId } from '#protocol/realm/sessions/offline-sessions.ts';
import { putSession } from '#protocol/store/testing/sample-session.ts';
import { createTokenBench, type TokenBench } from './testing/token.ts';
import { WRONG_AUDIENCE } from './token-verifier.ts';

async function refusal(
  call: Promise<unknown>,
): Promise<{ code: string; description: string; reason: string; status: number }> {
  return call.then(
    () => assert.fail('accepted'),
    (error: unknown) => {
      assert.ok(error instanceof OAuthError, String(error));
      return { code: error.code, description: error.description, reason: error.reason, status: error.status };
    },
  );
}

const changeClient = (bench: TokenBench, change: object): Promise<unknown> =>
  bench.store.realms.update('r', (realm) => ({
    ...realm,
    clients: (realm.clients ?? []).map((client) =>
      client.clientId === 'shop' ? { ...client, ...change } : client,
    ),
  }));

const changeRealm = (bench: TokenBench, change: object): Promise<unknown> =>
  bench.store.realms.update('r', (realm) => ({ ...realm, ...change }));

const changeUser = (bench: TokenBench, change: object): Promise<unknown> =>
  bench.store.users.update('r-id', 'u1', (user) => ({ ...user, ...change }));

const removeClient = (bench: TokenBench): Promise<unknown> =>
  bench.store.realms.update('r', (realm) => ({
    ...realm,
    clients: (realm.clients ?? []).filter((client) => client.clientId !== 'shop'),
  }));

test('RFC 6750 §3.1: an access token of an active session is valid', async () => {
  const bench = await createTokenBench();
  const { access_token } = await bench.issue();
  const verified = await bench.verifier.verifyAccessToken(bench.context(), access_token);
  assert.equal(verified.user.username, 'alice');
  assert.equal(verified.client.clientId, 'shop');
  assert.equal(verified.session?.id, 's1');
});

type Spoil = (
  bench: TokenBench,
  tokens: { access: string; refresh: string; id: string },
) => Promise<string | undefined> | string | undefined;

const access: [title: string, spoil: Spoil, description: string, reason: RegExp][] = [
  ['it is malformed', () => 'x.y.z', 'Token verification failed', /not signed/],
  [
    'its signature has been modified',
    (_bench, { access: token }) => `${token.slice(0, -8)}AAAAAAAA`,
    'Token verification failed',
    /not signed/,
  ],
  ['it is a refresh token', (_bench, { refresh }) => refresh, 'Token verification failed', /type "Refresh"/],
  ['it is an ID token', (_bench, { id }) => id, 'Token verification failed', /type "ID"/],
  [
    'it has expired',
    (bench) => void bench.clock.setOffsetMs(300_000),
    'Token verification failed',
    /expired/,
  ],
  ['its session has ended', endSession, 'user_session_not_found', /ended/],
  [
    'its session has expired',
    async (bench) => {
      await changeClient(bench, { attributes: { 'access.token.lifespan': '7200' } });
      const { access_token } = await bench.issue();
      bench.clock.setOffsetMs(1_800_000);
      return access_token;
    },
    'session_expired',
    /session has expired/,
  ],
  ['its client was removed from the session', detach, 'user_session_not_found', /removed from/],
  [
    'its client was removed from the session and has rejoined it',
    comeBackLater,
    'user_session_not_found',
    /removed from/,
  ],
  [
    'its client was removed',
    async (bench) => void (await removeClient(bench)),
    'Client not found',
    /shop was removed/,
  ],
  [
    'its client now uses another protocol',
    async (bench) => void (await changeClient(bench, { protocol: 'saml' })),
    'Wrong client protocol',
    /client of saml/,
  ],
  [
    'its client is disabled',
    async (bench) => void (await changeClient(bench, { enabled: false })),
    'Client disabled',
    /disabled/,
  ],
  [
    'its user is disabled',
    async (bench) =>
      void (await bench.store.users.update('r-id', 'u1', (user) => ({ ...user, enabled: false }))),
    'User disabled',
    /alice/,
  ],
  [
    'its user was removed',
    async (bench) => void (await bench.store.users.remove('r-id', 'u1')),
    'User not found',
    /removed/,
  ],
  [
    'it is older than the not-before of its client',
    async (bench) => void (await changeClient(bench, { notBefore: 4_000_000_000 })),
    'Token verification failed',
    /not-before/,
  ],
  [
    'it is older than the not-before of its realm',
    async (bench) => void (await changeRealm(bench, { notBefore: 4_000_000_000 })),
    'Token verification failed',
    /not-before/,
  ],
  [
    'it is older than the not-before of its user',
    async (bench) => void (await changeUser(bench, { notBefore: 4_000_000_000 })),
    'Token verification failed',
    /not-before/,
  ],
];
for (const [title, spoil, description, reason] of access) {
  test(`RFC 6750 §3.1: an access token is rejected when ${title}`, async () => {
    const bench = await createTokenBench();
    const answer = await bench.issue();
    const tokens = {
      access: answer.access_token,
      refresh: answer.refresh_token ?? '',
      id: answer.id_token ?? '',
    };
    const token = (await spoil(bench, tokens)) ?? tokens.access;
    const refused = await refusal(bench.verifier.verifyAccessToken(bench.context(), token));
    assert.equal(refused.code, 'invalid_token');
    assert.equal(refused.status, 401);
    assert.equal(refused.description, description);
    assert.match(refused.reason, reason);
  });
}

test('RFC 6750 §3.1: an access token with another issuer or a revoked one is rejected', async () => {
  const bench = await createTokenBench();
  const { access_token } = await bench.issue();
  const elsewhere = bench.verifier.verifyAccessToken(bench.context('http://there/realms/r'), access_token);
  assert.match((await refusal(elsewhere)).reason, /issuer is http:\/\/here/);
  const { claims } = await bench.verifier.verifyAccessToken(bench.context(), access_token);
  await bench.store.sessions.revokeToken('r-id', String(claims['jti']), bench.clock.now() + 1000);
  assert.match(
    (await refusal(bench.verifier.verifyAccessToken(bench.context(), access_token))).reason,
    /revoked/,
  );
});

const refresh: [title: string, spoil: Spoil, description: string][] = [
  ['it is an access token', (_bench, tokens) => tokens.access, 'Invalid refresh token'],
  ['it is malformed', () => 'nonsense', 'Invalid refresh token'],
  ['it is an ID token', (_bench, tokens) => tokens.id, 'Invalid refresh token'],
  ['it has expired', (bench) => void bench.clock.setOffsetMs(1_800_000), 'Token is not active'],
  [
    "its session has expired because the realm's idle time was shortened",
    expireSession,
    'Session not active',
  ],
  ['its session has ended', endSession, 'Session not active'],
  [
    'its user was removed',
    async (bench) => void (await bench.store.users.remove('r-id', 'u1')),
    'Unknown user',
  ],
  [
    'its user is disabled',
    async (bench) =>
      void (await bench.store.users.update('r-id', 'u1', (user) => ({ ...user, enabled: false }))),
    'User disabled',
  ],
  ['its client was removed from the session', detach, "Session doesn't have required client"],
  [
    'it is older than the not-before of its client',
    async (bench) => void (await changeClient(bench, { notBefore: 4_000_000_000 })),
    'Stale token',
  ],
  [
    'it is older than the not-before of its realm',
    async (bench) => void (await changeRealm(bench, { notBefore: 4_000_000_000 })),
    'Stale token',
  ],
  [
    'it is older than the not-before of its user',
    async (bench) => void (await changeUser(bench, { notBefore: 4_000_000_000 })),
    'Stale token',
  ],
  [
    'its client was removed from the session and has rejoined it',
    comeBackLater,
    'refresh token issued before the client session started',
  ],
  [
    'the client session has expired although the session is active',
    expireClientPart,
    'Client session not active',
  ],
];

async function expireSession(bench: TokenBench): Promise<undefined> {
  await changeRealm(bench, { ssoSessionIdleTimeout: 60 });
  bench.clock.setOffsetMs(60_000);
}

/** Shortens the client's idle time after its token was issued. */
async function expireClientPart(bench: TokenBench): Promise<undefined> {
  await changeClient(bench, { attributes: { 'client.session.idle.timeout': '60' } });
  bench.clock.setOffsetMs(60_000);
}

/** Restarts the client session one second after its token was issued. */
async function comeBackLater(bench: TokenBench): Promise<undefined> {
  const session = await bench.session();
  const { id } = bench.client();
  const part = session?.clients[id];
  assert.ok(session && part);
  bench.clock.setOffsetMs(1000);
  const clients = { ...session.clients, [id]: { ...part, startedAt: bench.clock.now() } };
  await putSession(bench.store.sessions, { ...session, clients });
}

async function endSession(bench: TokenBench): Promise<undefined> {
  await bench.store.sessions.remove('r-id', 's1');
}

async function detach(bench: TokenBench): Promise<undefined> {
  const session = await bench.session();
  assert.ok(session);
  await putSession(bench.store.sessions, { ...session, clients: {} });
}

for (const [title, spoil, description] of refresh) {
  test(`RFC 6749 §6: a refresh token is rejected when ${title}`, async () => {
    const bench = await createTokenBench();
    const answer = await bench.issue();
    const tokens = {
      access: answer.access_token,
      refresh: answer.refresh_token ?? '',
      id: answer.id_token ?? '',
    };
    const token = (await spoil(bench, tokens)) ?? tokens.refresh;
    const refused = await refusal(bench.verifier.verifyRefreshToken(bench.context(), token, bench.client()));
    assert.equal(refused.code, 'invalid_grant');
    assert.equal(refused.description, description);
  });
}

test('RFC 6749 §6: a refresh token is valid only for its own client and issuer', async () => {
  const bench = await createTokenBench();
  const token = (await bench.issue()).refresh_token ?? '';
  assert.equal(
    (await bench.verifier.verifyRefreshToken(bench.context(), token, bench.client())).user.id,
    'u1',
  );
  const other = bench.verifier.verifyRefreshToken(bench.context(), token, bench.client('other'));
  assert.equal(
    (await refusal(other)).description,
    "Invalid refresh token. Token client and authorized client don't match",
  );
  const elsewhere = bench.verifier.verifyRefreshToken(
    bench.context('http://there/realms/r'),
    token,
    bench.client(),
  );
  assert.equal(
    (await refusal(elsewhere)).description,
    "Invalid token issuer. Expected 'http://there/realms/r'",
  );
});

test("Keycloak 6.2: logout accepts an expired refresh token, but not another client's", async () => {
  const bench = await createTokenBench();
  const token = (await bench.issue()).refresh_token ?? '';
  bench.clock.setOffsetMs(999_999_000);
  assert.deepEqual(await bench.verifier.verifyLogoutRefreshToken(bench.context(), token, bench.client()), {
    sid: 's1',
  });
  await refusal(bench.verifier.verifyLogoutRefreshToken(bench.context(), token, bench.client('other')));
});

test('OIDC RP-Initiated Logout §2: an expired ID token is accepted as a hint, an access token or malformed text is not', async () => {
  const bench = await createTokenBench();
  const answer = await bench.issue();
  bench.clock.setOffsetMs(999_999_000);
  const claims = await bench.verifier.verifyIdTokenHint(bench.context(), answer.id_token ?? '');
  assert.equal(claims['sid'], 's1');
  for (const wrong of [answer.access_token, answer.refresh_token ?? '', 'x', '']) {
    assert.equal(
      (await refusal(bench.verifier.verifyIdTokenHint(bench.context(), wrong))).code,
      'invalid_request',
    );
  }
});

test("Keycloak 4.5: a token without subject and session is the service account's, or invalid if the client has none", async () => {
  const bench = await createTokenBench({}, { defaultClientScopes: ['email'] });
  const { access_token } = await bench.issue(
    { session: undefined, refreshable: false, tokenIdPrefix: 'cc', authTime: undefined },
    '',
  );
  const verify = () => bench.verifier.verifyAccessToken(bench.context(), access_token);
  assert.equal((await refusal(verify())).description, 'User not found');
  const account = { id: 'sa', username: 'service-account-shop' };
  await bench.store.users.create('r-id', account);
  assert.equal((await refusal(verify())).description, 'User not found', 'a user of this name alone');
  await bench.store.users.update('r-id', 'sa', () => ({ ...account, serviceAccountClientId: 'shop' }));
  const verified = await verify();
  assert.equal(verified.user.id, 'sa');
  assert.equal(verified.session, undefined);
});

test("0169: a user's token without a session is rejected, even with a valid signature", async () => {
  const bench = await createTokenBench();
  const { access_token } = await bench.issue(
    { session: undefined, refreshable: false, tokenIdPrefix: 'cc', authTime: undefined },
    '',
  );
  const { description, reason, status } = await refusal(
    bench.verifier.verifyAccessToken(bench.context(), access_token),
  );
  assert.equal(status, 401);
  assert.equal(description, 'user_session_not_found');
  assert.match(reason, /^The token is for user alice but names no session/);
});

test('RFC 7515 §5.2: an unsigned token is rejected, whatever algorithm its header contains', async () => {
  const bench = await createTokenBench();
  const [, claims = ''] = (await bench.issue()).access_token.split('.');
  for (const alg of ['none', 'HS256', 'HS512', 'RS256']) {
    const header = Buffer.from(JSON.stringify({ alg })).toString('base64url');
    const forged = `${header}.${claims}.`;
    const refused = await refusal(bench.verifier.verifyAccessToken(bench.context(), forged));
    assert.equal(refused.code, 'invalid_token', alg);
  }
});

test('RFC 6749 §6: an offline token without expiry is valid until its session goes idle', async () => {
  const bench = await createTokenBench();
  const browser = await bench.issue();
  const session = await bench.session();
  assert.ok(session && browser.refresh_token);
  const { refresh_token = '' } = await bench.issue({
    session: { ...session, id: offlineSessionId('s1'), offline: true },
  });
  const verify = () => bench.verifier.verifyRefreshToken(bench.context(), refresh_token, bench.client());
  const { claims } = await verify();
  assert.equal(claims['typ'], 'Offline');
  assert.equal('exp' in claims, false);
  bench.clock.setOffsetMs(2_592_000_000 - 1);
  await verify();
  bench.clock.setOffsetMs(2_592_000_000);
  assert.equal((await refusal(verify())).description, 'Offline session not active');
  await bench.store.sessions.remove('r-id', offlineSessionId('s1'));
  assert.equal((await refusal(verify())).description, 'Offline user session not found');
});

test("RFC 7519 §4.1.5: an access token is invalid before nbf, and one made for nobody's audience always", async () => {
  const bench = await createTokenBench();
  const { access_token: token } = await bench.issue();
  const key = await createRealmKeys(bench.store.realms, bench.clock).signingKey('r', 'ES256');
  const claims = decodeJws(token)?.claims ?? {};
  const seconds = Math.floor(bench.clock.now() / 1000);
  const verify = async (changes: object) =>
    bench.verifier.verifyAccessToken(bench.context(), await signJws(key, { ...claims, ...changes }));
  assert.match((await refusal(verify({ nbf: seconds + 1 }))).reason, /not valid yet \(nbf\)/);
  assert.match((await refusal(verify({ aud: WRONG_AUDIENCE }))).reason, /stands for nobody/);
  await verify({ nbf: seconds, aud: ['elsewhere', WRONG_AUDIENCE] });
});
