import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEB } from './testing/realm.ts';
import { type Answer, type OAuthTestServer, withOAuthServer } from './testing/server.ts';

function signOut(
  server: OAuthTestServer,
  refreshToken: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return server.post('logout', { ...WEB, refresh_token: refreshToken, ...changes });
}

test('a client that does not authenticate ends no session', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token } = await server.tokens();
    assert.equal((await signOut(server, refresh_token, { client_secret: 'wrong' })).status, 401);
    assert.equal(server.ended.length, 0);
  });
});

test('the token of another client ends no session', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token } = await server.tokens();
    const { status, body } = await signOut(server, refresh_token, { client_id: 'other' });
    assert.equal(status, 400);
    assert.equal(body['error'], 'invalid_grant');
    assert.equal(server.ended.length, 0);
  });
});

test('anything but a refresh token is refused', async () => {
  await withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    for (const [token, description] of [
      ['', 'No refresh token'],
      ['x', 'Invalid refresh token'],
      [access_token, 'Invalid refresh token'],
    ] as const) {
      const { status, body } = await signOut(server, token);
      assert.equal(status, 400);
      assert.deepEqual(body, { error: 'invalid_grant', error_description: description });
    }
  });
});

test('answers 204 without a body and ends the whole session, including the browser’s', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { refresh_token, session_state } = await server.tokens({}, browser);
    const { status, text } = await signOut(server, refresh_token);
    assert.equal(status, 204);
    assert.equal(text, '');
    assert.deepEqual(
      server.ended.map(({ id }) => id),
      [session_state],
    );
    assert.equal((await server.authorize(browser, { prompt: 'none' })).leadsTo['error'], 'login_required');
  });
});

test('an expired token and a token of an ended session are answered with 204, too', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token } = await server.tokens();
    server.pass(1801);
    assert.equal((await signOut(server, refresh_token)).status, 204);
    assert.equal((await signOut(server, refresh_token)).status, 204);
  });
});

test('a public client logs out with its refresh token only, from its own origin', async () => {
  await withOAuthServer(async (server) => {
    const grant = { grant_type: 'password', username: 'alice', password: 'alice-password' };
    const { body } = await server.post('token', { client_id: 'spa', ...grant });
    const form = { client_id: 'spa', refresh_token: String(body['refresh_token']) };
    const { status, headers } = await server.post('logout', form, { origin: 'http://spa.test' });
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-origin'), 'http://spa.test');
    assert.equal(server.ended.length, 1);
  });
});
