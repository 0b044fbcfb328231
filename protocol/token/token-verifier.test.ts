import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { createTokenBench, type TokenBench } from './test-token.ts';

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

test('RFC 6750 §3.1: an access token of a live session is good', async () => {
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
  ['it is nonsense', () => 'x.y.z', 'Token verification failed', /not signed/],
  [
    'its signature is changed',
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
  [
    'its session has ended',
    (bench) => void bench.store.sessions.remove('r-id', 's1'),
    'user_session_not_found',
    /ended/,
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
    'its user is gone',
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
];
for (const [title, spoil, description, reason] of access) {
  test(`RFC 6750 §3.1: an access token is refused when ${title}`, async () => {
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

test('RFC 6750 §3.1: an access token of another address, or one that was revoked, is refused', async () => {
  const bench = await createTokenBench();
  const { access_token } = await bench.issue();
  const elsewhere = bench.verifier.verifyAccessToken(bench.context('http://there/realms/r'), access_token);
  assert.match((await refusal(elsewhere)).reason, /issuer is http:\/\/here/);
  const { claims } = await bench.verifier.verifyAccessToken(bench.context(), access_token);
  bench.store.sessions.revokeToken('r-id', String(claims['jti']), bench.clock.now() + 1000);
  assert.match(
    (await refusal(bench.verifier.verifyAccessToken(bench.context(), access_token))).reason,
    /revoked/,
  );
});

const refresh: [title: string, spoil: Spoil, description: string][] = [
  ['it is an access token', (_bench, tokens) => tokens.access, 'Invalid refresh token'],
  ['it is nonsense', () => 'nonsense', 'Invalid refresh token'],
  ['it has expired', (bench) => void bench.clock.setOffsetMs(1_800_000), 'Token is not active'],
  ['its session has ended', (bench) => void bench.store.sessions.remove('r-id', 's1'), 'Session not active'],
  ['its user is gone', async (bench) => void (await bench.store.users.remove('r-id', 'u1')), 'Unknown user'],
  [
    'its user is disabled',
    async (bench) =>
      void (await bench.store.users.update('r-id', 'u1', (user) => ({ ...user, enabled: false }))),
    'User disabled',
  ],
  [
    'its client was taken out of the session',
    (bench) => detach(bench),
    "Session doesn't have required client",
  ],
  [
    'it is older than the not-before of its client',
    async (bench) => void (await changeClient(bench, { notBefore: 4_000_000_000 })),
    'Stale token',
  ],
];

function detach(bench: TokenBench): undefined {
  const session = bench.session();
  assert.ok(session);
  bench.store.sessions.save({ ...session, clients: {} });
}

for (const [title, spoil, description] of refresh) {
  test(`RFC 6749 §6: a refresh token is refused when ${title}`, async () => {
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

test('RFC 6749 §6: a refresh token is good for its own client and address only', async () => {
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

test("Keycloak 6.2: for a sign-out an expired refresh token will do, another client's will not", async () => {
  const bench = await createTokenBench();
  const token = (await bench.issue()).refresh_token ?? '';
  bench.clock.setOffsetMs(999_999_000);
  assert.deepEqual(await bench.verifier.verifyLogoutRefreshToken(bench.context(), token, bench.client()), {
    sid: 's1',
  });
  await refusal(bench.verifier.verifyLogoutRefreshToken(bench.context(), token, bench.client('other')));
});

test('OIDC RP-Initiated Logout §2: an expired ID token will do as a hint, an access token and nonsense will not', async () => {
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
