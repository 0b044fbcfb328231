import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEB } from './testing/realm.ts';
import { type Answer, claimsOf, type OAuthTestServer, withOAuthServer } from './testing/server.ts';

function introspect(
  server: OAuthTestServer,
  token: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return server.post('token/introspect', { ...WEB, token, ...changes });
}

/** What Activity notes in addition to the response. */
function notesOf(server: OAuthTestServer, answer: Answer): string {
  const decisions = server.activity.find(answer.summary?.id ?? '', { reveal: false })?.decisions ?? [];
  return decisions
    .filter(({ outcome }) => outcome === 'noted')
    .map(({ detail }) => detail)
    .join('\n');
}

test('RFC 7662 §2.1: a client that does not authenticate is refused', async () => {
  await withOAuthServer(async (server) => {
    assert.equal((await introspect(server, 'x', { client_id: 'nobody' })).status, 401);
    assert.equal((await introspect(server, 'x', { client_secret: 'wrong' })).status, 401);
  });
});

test('RFC 7662 §2.1: a public client is refused with 403', async () => {
  await withOAuthServer(async (server) => {
    const { status, body, refusal } = await introspect(server, 'x', { client_id: 'spa' });
    assert.equal(status, 403);
    assert.deepEqual(body, { error: 'invalid_request', error_description: 'Client not allowed.' });
    assert.match(refusal?.remedy ?? '', /publicClient of client spa/);
  });
});

test('RFC 7662 §2.1: a request without token is refused', async () => {
  await withOAuthServer(async (server) => {
    const { status, body } = await introspect(server, '');
    assert.equal(status, 400);
    assert.deepEqual(body, { error: 'invalid_request', error_description: 'Token not provided.' });
  });
});

test('RFC 7662 §2.1: an unknown token_type_hint is refused, as in Keycloak', async () => {
  await withOAuthServer(async (server) => {
    const { status, body } = await introspect(server, 'x', { token_type_hint: 'id_token' });
    assert.equal(status, 400);
    assert.equal(body['error_description'], 'Unsupported token type [id_token].');
  });
});

test('RFC 7662 §2.2: for any invalid token the response is only active: false, and Activity shows the reason', async () => {
  await withOAuthServer(async (server) => {
    const { access_token, id_token } = await server.tokens();
    const [header, claims] = access_token.split('.');
    for (const token of ['x', 'a.b.c', id_token, `${header}.${claims}.AAAA`]) {
      const answer = await introspect(server, token);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, { active: false });
      assert.match(notesOf(server, answer), /^Not active: ./);
    }
  });
});

test('RFC 7662 §2.2: tokens that expired, were revoked or lost their session are not active', async () => {
  await withOAuthServer(async (server) => {
    const first = await server.tokens();
    await server.post('revoke', { ...WEB, token: first.access_token });
    assert.deepEqual((await introspect(server, first.access_token)).body, { active: false });
    assert.equal((await introspect(server, first.refresh_token)).body['active'], true);
    const second = await server.tokens();
    await server.store.sessions.remove(server.store.realms.find('demo')?.id ?? '', second.session_state);
    assert.deepEqual((await introspect(server, second.access_token)).body, { active: false });
    assert.deepEqual((await introspect(server, second.refresh_token)).body, { active: false });
    const third = await server.tokens();
    server.pass(300);
    assert.deepEqual((await introspect(server, third.access_token)).body, { active: false });
  });
});

test('pages of other origins cannot read an introspection', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    const headers = { origin: 'http://app.test' };
    const answer = await server.post('token/introspect', { ...WEB, token: access_token }, headers);
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
  });
});

test('RFC 7662 §2.2: a valid access token returns its claims and its user', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    const { status, headers, body } = await introspect(server, access_token);
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    const claims = claimsOf(access_token);
    for (const name of ['exp', 'iat', 'jti', 'iss', 'sub', 'typ', 'azp', 'sid', 'scope', 'realm_access']) {
      assert.deepEqual(body[name], claims[name], name);
    }
    assert.deepEqual(
      [body['active'], body['client_id'], body['username'], body['token_type']],
      [true, 'web', 'alice', 'Bearer'],
    );
  });
});

test('RFC 7662 §2.1: a wrong hint does not matter', async () => {
  await withOAuthServer(async (server) => {
    const { access_token, refresh_token } = await server.tokens();
    assert.equal(
      (await introspect(server, access_token, { token_type_hint: 'refresh_token' })).body['active'],
      true,
    );
    assert.equal(
      (await introspect(server, refresh_token, { token_type_hint: 'access_token' })).body['active'],
      true,
    );
  });
});

test('a client outside of the token’s audience gets an answer, and Activity notes it', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    const foreign = await introspect(server, access_token, { client_id: 'other' });
    assert.equal(foreign.body['active'], true);
    assert.match(notesOf(server, foreign), /other is not in the token's aud/);
    assert.equal(notesOf(server, await introspect(server, access_token)), '');
  });
});

test('with Accept: application/jwt, an enabled client also gets the whole token', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    const ask = () =>
      server.post('token/introspect', { ...WEB, token: access_token }, { accept: 'application/jwt' });
    assert.equal('jwt' in (await ask()).body, false);
    const attributes = { 'client.introspection.response.allow.jwt.claim.enabled': 'true' };
    await server.changeClient('web', { attributes });
    const { body } = await ask();
    const whole = claimsOf(body['jwt']);
    assert.deepEqual(
      [whole['jti'], whole['iss'], 'active' in whole],
      [claimsOf(access_token)['jti'], server.issuer, false],
    );
    assert.equal('jwt' in (await introspect(server, access_token)).body, false);
  });
});

test('RFC 9701 §5: with Accept: application/token-introspection+jwt the response is signed, even for an invalid token', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    const headers = { accept: 'application/token-introspection+jwt' };
    for (const [token, active] of [
      [access_token, true],
      ['x', false],
    ] as const) {
      const answer = await server.post('token/introspect', { ...WEB, token }, headers);
      assert.equal(answer.headers.get('content-type'), 'application/token-introspection+jwt');
      const { iss, aud, token_introspection } = claimsOf(answer.text);
      assert.deepEqual(
        [iss, aud, (token_introspection as { active: boolean }).active],
        [server.issuer, 'web', active],
      );
    }
  });
});
