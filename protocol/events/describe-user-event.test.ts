import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { UserEventWire } from '#protocol/contract/events.ts';
import { formAction, type TestBrowser } from '#protocol/login/testing/browser.ts';
import { CALLBACK, WEB } from '#protocol/oauth/testing/realm.ts';
import { claimsOf, startOAuthServer } from '#protocol/oauth/testing/server.ts';
import { attemptedUsername, typeOf } from './describe-user-event.ts';

const server = await startOAuthServer({
  eventsEnabled: true,
  enabledEventTypes: [
    ...['LOGIN', 'LOGIN_ERROR', 'LOGOUT', 'CLIENT_LOGIN', 'INTROSPECT_TOKEN', 'USER_INFO_REQUEST'],
    ...[
      'REVOKE_GRANT',
      'OAUTH2_DEVICE_AUTH',
      'TOKEN_EXCHANGE',
      'UPDATE_PASSWORD_ERROR',
      'RESTART_AUTHENTICATION',
    ],
  ],
});
after(() => server.stop());

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

async function newest(): Promise<UserEventWire> {
  const realm = server.store.realms.find('demo');
  assert.ok(realm);
  const [event] = await server.events.listUserEvents(realm);
  assert.ok(event);
  return event;
}

test('Keycloak: the error of an event is a type of its own', () => {
  assert.equal(typeOf({ kind: 'LOGIN', error: '' }), 'LOGIN');
  assert.equal(typeOf({ kind: 'CODE_TO_TOKEN', error: 'invalid_code' }), 'CODE_TO_TOKEN_ERROR');
});

test('Keycloak: a sign-in with the password grant is LOGIN with the details of the tokens', async () => {
  const credentials = { username: 'alice', password: 'alice-password' };
  const { body } = await server.post('token', {
    ...WEB,
    ...credentials,
    grant_type: 'password',
    scope: 'openid',
  });
  const { type, sessionId, details } = await newest();
  assert.deepEqual([type, sessionId], ['LOGIN', body['session_state']]);
  assert.deepEqual(details, {
    auth_method: 'oauth_credentials',
    grant_type: 'password',
    scope: body['scope'],
    token_id: claimsOf(body['access_token'])['jti'],
    refresh_token_id: claimsOf(body['refresh_token'])['jti'],
    refresh_token_type: 'Refresh',
    code_id: sessionId,
    client_auth_method: 'client-secret',
    username: 'alice',
  });
  await server.post('token', { ...WEB, ...credentials, password: 'no', grant_type: 'password' });
  const wrong = await newest();
  assert.deepEqual([wrong.type, wrong.error], ['LOGIN_ERROR', 'invalid_user_credentials']);
  assert.equal(wrong.details['reason'], 'Invalid user credentials');
});

test('Keycloak: CLIENT_LOGIN names the service account', async () => {
  await server.post('token', { ...WEB, grant_type: 'client_credentials' });
  const { type, userId, details } = await newest();
  assert.equal(type, 'CLIENT_LOGIN');
  assert.equal(details['username'], 'service-account-web');
  assert.equal(typeof userId, 'string');
  assert.equal(details['refresh_token_id'], undefined);
});

test('Keycloak: userinfo, introspection and revocation name session and token', async () => {
  const { access_token, refresh_token, session_state } = await server.tokens();
  await server.send('userinfo', { headers: { authorization: `Bearer ${access_token}` } });
  const userInfo = await newest();
  assert.deepEqual(
    [userInfo.type, userInfo.sessionId, userInfo.details],
    [
      'USER_INFO_REQUEST',
      session_state,
      { auth_method: 'validate_access_token', signature_required: 'false', username: 'alice' },
    ],
  );
  for (const [endpoint, type, token] of [
    ['token/introspect', 'INTROSPECT_TOKEN', access_token],
    ['revoke', 'REVOKE_GRANT', refresh_token],
  ] as const) {
    await server.post(endpoint, { ...WEB, token });
    const event = await newest();
    assert.deepEqual([event.type, event.sessionId], [type, session_state]);
    assert.equal(event.details['token_id'], claimsOf(token)['jti']);
    assert.doesNotMatch(JSON.stringify(event), new RegExp(token));
  }
});

test('Keycloak: a token exchange names the audience and the client of the subject token', async () => {
  await server.changeClient('web', {
    attributes: {
      'standard.token.exchange.enabled': 'true',
      'oauth2.device.authorization.grant.enabled': 'true',
      'post.logout.redirect.uris': 'http://app.test/bye',
    },
  });
  const { access_token } = await server.tokens();
  const form = {
    ...WEB,
    grant_type: EXCHANGE,
    subject_token: access_token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  };
  assert.equal((await server.post('token', form)).status, 200);
  const { type, details } = await newest();
  assert.equal(type, 'TOKEN_EXCHANGE');
  assert.equal(details['auth_method'], 'token_exchange');
  assert.equal(details['subject_token_client_id'], 'web');
});

test('Keycloak: a device authorization request and its scope', async () => {
  await server.post('auth/device', { ...WEB, scope: 'openid' });
  const { type, details } = await newest();
  assert.deepEqual(
    [type, details],
    ['OAUTH2_DEVICE_AUTH', { scope: 'openid', client_auth_method: 'client-secret' }],
  );
});

async function consentPage(browser: TestBrowser) {
  const signedIn = await browser.signIn(
    await server.authorize(browser, { client_id: 'consenting' }),
    'bob',
    'bob-password',
  );
  return browser.follow(signedIn);
}

test('Keycloak: a denied consent is rejected_by_user, a given one is in the details, and so is one given earlier', async () => {
  const denying = server.browser();
  await denying.post(formAction(await consentPage(denying), 'understudy-consent'), { cancel: 'No' });
  const denied = await newest();
  assert.deepEqual([denied.type, denied.error], ['LOGIN_ERROR', 'rejected_by_user']);
  const browser = server.browser();
  await browser.post(formAction(await consentPage(browser), 'understudy-consent'), { accept: 'Yes' });
  const { type, details } = await newest();
  assert.deepEqual([type, details['consent']], ['LOGIN', 'consent_granted']);
  await server.authorize(browser, { client_id: 'consenting' });
  assert.equal((await newest()).details['consent'], 'persistent_consent');
});

test('Keycloak: a new password that the page rejects is an error of UPDATE_PASSWORD', async () => {
  const browser = server.browser();
  const signedIn = await browser.signIn(await server.authorize(browser), 'todo', 'todo-password');
  const page = await browser.follow(signedIn);
  await browser.post(formAction(page, 'kc-passwd-update-form'), {
    'password-new': 'a',
    'password-confirm': 'b',
  });
  const { type, error, details } = await newest();
  assert.deepEqual([type, error], ['UPDATE_PASSWORD_ERROR', 'password_rejected']);
  assert.equal(details['credential_type'], 'password');
  assert.equal(details['redirect_uri'], CALLBACK);
});

test('Keycloak: a logout names the address that it returns to', async () => {
  const browser = server.browser();
  const { id_token } = await server.tokens({}, browser);
  const query = new URLSearchParams({
    id_token_hint: id_token,
    post_logout_redirect_uri: 'http://app.test/bye',
  });
  await browser.get(`${server.issuer}/protocol/openid-connect/logout?${query}`);
  const { type, details } = await newest();
  assert.deepEqual([type, details], ['LOGOUT', { redirect_uri: 'http://app.test/bye' }]);
});

test('nobody is named where no username was sent', () => {
  const recorded = { username: undefined, requestBody: 'username=+&password=x' };
  assert.equal(attemptedUsername(recorded as Parameters<typeof attemptedUsername>[0]), undefined);
});
