import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEB } from './testing/realm.ts';
import { type Answer, claimsOf, getByName, type OAuthTestServer, withOAuthServer } from './testing/server.ts';

const NOT_VERIFIED =
  'Bearer realm="demo", error="invalid_token", error_description="Token verification failed"';

function ask(server: OAuthTestServer, token: string, headers: Record<string, string> = {}): Promise<Answer> {
  return server.send('userinfo', { headers: { authorization: `Bearer ${token}`, ...headers } });
}

function assertChallenge(answer: Answer, status: number, expected: string): void {
  assert.equal(answer.status, status);
  assert.equal(answer.headers.get('www-authenticate'), expected);
  assert.equal(answer.text, '');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
}

test('RFC 6750 §3.1: without a token the response is a bare challenge', async () => {
  await withOAuthServer(async (server) => {
    for (const init of [
      {},
      { headers: { authorization: 'Basic d2ViOng=' } },
      { method: 'POST', body: new URLSearchParams() },
    ]) {
      assertChallenge(await server.send('userinfo', init), 401, 'Bearer realm="demo"');
    }
  });
});

test('RFC 6750 §3.1: anything but an access token of this realm is refused: noise, a refresh token, an ID token, a broken signature', async () => {
  await withOAuthServer(async (server) => {
    const { access_token, refresh_token, id_token } = await server.tokens();
    const [header, claims] = access_token.split('.');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [
      'x',
      refresh_token,
      id_token,
      `${header}.${claims}.AAAA`,
      `${unsigned}.${claims}.`,
    ]) {
      assertChallenge(await ask(server, token), 401, NOT_VERIFIED);
    }
  });
});

test('RFC 6750 §3.1: an expired token is refused', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    server.pass(300);
    const answer = await ask(server, access_token);
    assertChallenge(answer, 401, NOT_VERIFIED);
    assert.match(answer.refusal?.remedy ?? '', /accessTokenLifespan of realm demo/);
  });
});

test('RFC 6750 §3.1: a token of an ended session is refused', async () => {
  await withOAuthServer(async (server) => {
    const { access_token, session_state } = await server.tokens();
    await server.store.sessions.remove(server.store.realms.find('demo')?.id ?? '', session_state);
    const { status, headers } = await ask(server, access_token);
    assert.equal(status, 401);
    assert.match(
      headers.get('www-authenticate') ?? '',
      /error="invalid_token", error_description="user_session_not_found"/,
    );
  });
});

test('RFC 6750 §3.1: a token of a disabled or removed user is refused', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    const realmId = server.store.realms.find('demo')?.id ?? '';
    const id = String(claimsOf(access_token)['sub']);
    await server.store.users.update(realmId, id, (user) => ({ ...user, enabled: false }));
    assert.match((await ask(server, access_token)).headers.get('www-authenticate') ?? '', /"User disabled"/);
    await server.store.users.remove(realmId, id);
    assert.match((await ask(server, access_token)).headers.get('www-authenticate') ?? '', /"User not found"/);
  });
});

test('OIDC Core §5.3.1: a token without scope openid is refused with 403', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens({ scope: 'email' });
    const text = 'Bearer realm="demo", error="insufficient_scope", error_description="Missing openid scope"';
    assertChallenge(await ask(server, access_token), 403, text);
  });
});

test('RFC 6750 §2: a token in both header and form is refused with 400, as is a repeated field', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    const headers = { authorization: `Bearer ${access_token}` };
    const both = await server.post('userinfo', { access_token }, headers);
    const text = 'More than one method used for including an access token';
    assertChallenge(both, 400, `Bearer realm="demo", error="invalid_request", error_description="${text}"`);
    const body = new URLSearchParams([
      ['access_token', access_token],
      ['access_token', access_token],
    ]);
    const twice = await server.send('userinfo', { method: 'POST', body });
    assertChallenge(
      twice,
      400,
      'Bearer realm="demo", error="invalid_request", error_description="Duplicate parameter"',
    );
  });
});

test('RFC 6750 §2.3: a token in the query is ignored', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    assertChallenge(await server.send(`userinfo?access_token=${access_token}`), 401, 'Bearer realm="demo"');
  });
});

test('RFC 9068 §4: a token issued under another host name is refused, and Activity shows both', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    const headers = { authorization: `Bearer ${access_token}` };
    const path = 'protocol/openid-connect/userinfo';
    assert.equal((await getByName(server, 'localhost', path, headers)).status, 401);
    const { reason, remedy } = server.activity.list().records[0]?.refusal ?? {};
    assert.match(reason ?? '', /127\.0\.0\.1.*localhost/);
    assert.match(remedy ?? '', /--hostname/);
    assert.equal((await getByName(server, '127.0.0.1', path, headers)).status, 200);
  });
});

test('Fetch, CORS protocol: an unregistered origin is refused; before the client is known, every origin may read', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    const foreign = await ask(server, access_token, { origin: 'http://evil.test' });
    assert.equal(foreign.status, 403);
    assert.equal(foreign.headers.get('access-control-allow-origin'), null);
    const unknown = await ask(server, 'x', { origin: 'http://evil.test' });
    assert.equal(unknown.headers.get('access-control-allow-origin'), 'http://evil.test');
    assert.match(unknown.headers.get('access-control-expose-headers') ?? '', /WWW-Authenticate/);
    const own = await ask(server, access_token, { origin: 'http://app.test' });
    assert.equal(own.headers.get('access-control-allow-origin'), 'http://app.test');
  });
});

test('OIDC Core §5.3.2: sub and the claims of the granted scopes, no roles, never cached', async () => {
  await withOAuthServer(async (server) => {
    const { access_token, id_token } = await server.tokens();
    for (const answer of [await ask(server, access_token), await server.post('userinfo', { access_token })]) {
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.deepEqual(answer.body, {
        sub: claimsOf(id_token)['sub'],
        email_verified: false,
        name: 'alice Example',
        preferred_username: 'alice',
        given_name: 'alice',
        family_name: 'Example',
        email: 'alice@example.test',
      });
    }
  });
});

test('a service account’s token with scope openid is answered', async () => {
  await withOAuthServer(async (server) => {
    const { body } = await server.post('token', {
      ...WEB,
      grant_type: 'client_credentials',
      scope: 'openid',
    });
    const answer = await ask(server, String(body['access_token']));
    assert.equal(answer.status, 200);
    assert.equal(answer.body['preferred_username'], 'service-account-web');
  });
});

test('OIDC Core §5.3.2: a client that requires signed userinfo gets a JWT, never cached', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { attributes: { 'user.info.response.signature.alg': 'ES256' } });
    const { access_token } = await server.tokens();
    const { status, headers, text } = await ask(server, access_token);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/jwt');
    assert.equal(headers.get('cache-control'), 'no-store');
    const { iss, aud, sub } = claimsOf(text);
    assert.deepEqual([iss, aud, sub], [server.issuer, 'web', claimsOf(access_token)['sub']]);
  });
});

test('OIDC Core §5.3.2: an unusable setting is named in Activity', async () => {
  await withOAuthServer(async (server) => {
    const attributes = { 'user.info.encrypted.response.alg': 'RSA-OAEP' };
    const { access_token } = await server.tokens();
    await server.changeClient('web', { attributes });
    const { status, refusal } = await ask(server, access_token);
    assert.equal(status, 400);
    assert.match(refusal?.remedy ?? '', /jwks\.string of client web/);
  });
});
