import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEB } from '../testing/realm.ts';
import {
  type Answer,
  claimsOf,
  type OAuthTestServer,
  readTokens,
  withOAuthServer,
} from '../testing/server.ts';

function refresh(
  server: OAuthTestServer,
  refreshToken: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return server.post('token', {
    ...WEB,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...changes,
  });
}

async function refused(answer: Promise<Answer>, description: string): Promise<void> {
  const { status, body, refusal } = await answer;
  assert.equal(status, 400);
  assert.deepEqual(body, { error: 'invalid_grant', error_description: description });
  assert.equal(refusal?.code, 'invalid_grant');
}

test('RFC 6749 §6: a request without refresh_token is refused', async () => {
  await withOAuthServer(async (server) => {
    const { status, body } = await refresh(server, '');
    assert.equal(status, 400);
    assert.deepEqual(body, { error: 'invalid_request', error_description: 'No refresh token' });
  });
});

test('RFC 6749 §6: anything but a refresh token of this realm is refused, including an access token', async () => {
  await withOAuthServer(async (server) => {
    const { access_token, refresh_token } = await server.tokens();
    const [header, claims] = refresh_token.split('.');
    for (const token of ['x', access_token, `${header}.${claims}.AAAA`, `${header}.${claims}.`]) {
      await refused(refresh(server, token), 'Invalid refresh token');
    }
  });
});

test('RFC 6749 §6: the token of another client is refused', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token } = await server.tokens();
    const text = "Invalid refresh token. Token client and authorized client don't match";
    await refused(refresh(server, refresh_token, { client_id: 'other' }), text);
  });
});

test('RFC 6749 §6: an expired refresh token is refused', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token } = await server.tokens();
    server.pass(1800);
    await refused(refresh(server, refresh_token), 'Token is not active');
  });
});

test('a token of an ended session is refused', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token, session_state } = await server.tokens();
    await server.store.sessions.remove(server.store.realms.find('demo')?.id ?? '', session_state);
    await refused(refresh(server, refresh_token), 'Session not active');
  });
});

test('a token of a disabled user is refused', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token, id_token } = await server.tokens();
    const realmId = server.store.realms.find('demo')?.id ?? '';
    const id = String(claimsOf(id_token)['sub']);
    await server.store.users.update(realmId, id, (user) => ({ ...user, enabled: false }));
    await refused(refresh(server, refresh_token), 'User disabled');
  });
});

test('RFC 6749 §6: a scope that the client cannot have is refused before the token is verified', async () => {
  await withOAuthServer(async (server) => {
    const { status, body } = await refresh(server, 'x', { scope: 'openid unheard-of' });
    assert.equal(status, 400);
    assert.deepEqual(body, {
      error: 'invalid_scope',
      error_description: 'Invalid scopes: openid unheard-of',
    });
  });
});

test('RFC 6749 §6: scope narrows the grant and never extends it', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token } = await server.tokens({ scope: 'openid phone' });
    const narrowed = readTokens(await refresh(server, refresh_token, { scope: 'openid email address' }));
    assert.deepEqual(narrowed.scope.split(' ').sort(), ['email', 'openid']);
    assert.notEqual(claimsOf(narrowed.access_token)['sub'], undefined);
    const plain = readTokens(await refresh(server, refresh_token, { scope: 'email' }));
    assert.equal(plain.id_token, undefined);
  });
});

test('OIDC Core §12.2: refreshed tokens keep session, authentication time and user, but not the nonce', async () => {
  await withOAuthServer(async (server) => {
    const first = await server.tokens({ nonce: 'n' });
    server.pass(100);
    const second = readTokens(await refresh(server, first.refresh_token));
    const [before, after] = [claimsOf(first.id_token), claimsOf(second.id_token)];
    for (const name of ['iss', 'sub', 'aud', 'azp', 'sid', 'auth_time', 'acr'])
      assert.equal(after[name], before[name], name);
    assert.equal(after['iat'], Number(before['iat']) + 100);
    assert.equal('nonce' in after, false);
    assert.notEqual(second.refresh_token, first.refresh_token);
  });
});

test('a token refreshed after a sign-in through the session keeps acr 0', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    const { refresh_token } = await server.tokens({}, browser);
    assert.equal(claimsOf(readTokens(await refresh(server, refresh_token)).id_token)['acr'], '0');
  });
});

test('a refresh extends the session beyond its idle timeout, but not beyond its maximum lifespan', async () => {
  await withOAuthServer(
    async (server) => {
      let { refresh_token } = await server.tokens();
      for (let round = 0; round < 3; round += 1) {
        server.pass(1000);
        ({ refresh_token } = readTokens(await refresh(server, refresh_token)));
      }
      server.pass(1000);
      await refused(refresh(server, refresh_token), 'Token is not active');
    },
    { ssoSessionMaxLifespan: 3600 },
  );
});

test('without revokeRefreshToken, a refresh token can be reused until it expires', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token } = await server.tokens();
    for (let round = 0; round < 3; round += 1)
      assert.equal((await refresh(server, refresh_token)).status, 200);
  });
});

test('RFC 9700 §4.14.2: with revokeRefreshToken, reuse revokes all tokens of the client', async () => {
  await withOAuthServer(
    async (server) => {
      const { refresh_token } = await server.tokens();
      const newer = readTokens(await refresh(server, refresh_token));
      await refused(refresh(server, refresh_token), 'Maximum allowed refresh token reuse exceeded');
      await refused(refresh(server, newer.refresh_token), "Session doesn't have required client");
      const { status } = await server.send('userinfo', {
        headers: { authorization: `Bearer ${newer.access_token}` },
      });
      assert.equal(status, 401);
    },
    { revokeRefreshToken: true },
  );
});

test('RFC 9700 §4.14.2: a token whose successor was used is stale, even within the same second', async () => {
  await withOAuthServer(
    async (server) => {
      const { refresh_token } = await server.tokens();
      const second = readTokens(await refresh(server, refresh_token));
      await refresh(server, second.refresh_token);
      await refused(refresh(server, refresh_token), 'Stale token');
    },
    { revokeRefreshToken: true },
  );
});

test('RFC 9700 §4.14.2: of two concurrent uses one is refused', async () => {
  await withOAuthServer(
    async (server) => {
      const { refresh_token } = await server.tokens();
      const answers = await Promise.all([refresh(server, refresh_token), refresh(server, refresh_token)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    },
    { revokeRefreshToken: true },
  );
});

test('refreshTokenMaxReuse allows exactly that many further uses', async () => {
  await withOAuthServer(
    async (server) => {
      const { refresh_token } = await server.tokens();
      for (let round = 0; round < 3; round += 1)
        assert.equal((await refresh(server, refresh_token)).status, 200);
      await refused(refresh(server, refresh_token), 'Maximum allowed refresh token reuse exceeded');
    },
    { revokeRefreshToken: true, refreshTokenMaxReuse: 2 },
  );
});

test('with revokeRefreshToken, two tabs of one session do not interfere', async () => {
  await withOAuthServer(
    async (server) => {
      const browser = server.browser();
      let one = (await server.tokens({}, browser)).refresh_token;
      let two = (await server.tokens({}, browser)).refresh_token;
      for (let round = 0; round < 3; round += 1) {
        server.pass(5);
        one = readTokens(await refresh(server, one)).refresh_token;
        server.pass(5);
        two = readTokens(await refresh(server, two)).refresh_token;
      }
    },
    { revokeRefreshToken: true },
  );
});

test('a logout while the token is being verified is not undone by the refresh', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token, session_state } = await server.tokens();
    const realmId = server.store.realms.find('demo')?.id ?? '';
    await Promise.all([
      refresh(server, refresh_token),
      server.post('logout', { ...WEB, refresh_token }),
      refresh(server, refresh_token),
    ]);
    assert.equal(await server.store.sessions.find(realmId, session_state), undefined);
  });
});
