import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { UserEventWire } from '#protocol/contract/events.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { formAction } from '#protocol/login/testing/browser.ts';
import { CALLBACK, WEB } from '#protocol/oauth/testing/realm.ts';
import { claimsOf, startOAuthServer } from '#protocol/oauth/testing/server.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

const server = await startOAuthServer();
after(() => server.stop());

function currentRealm(): StoredRealm {
  const realm = server.store.realms.find('demo');
  assert.ok(realm);
  return realm;
}

async function aliceId(): Promise<string | undefined> {
  return (await server.store.users.findByUsername(currentRealm().id, 'alice'))?.id;
}

/** The realm with these settings of events, and no events yet. */
async function keepEvents(config: Partial<RealmRepresentation> = {}): Promise<void> {
  await server.changeRealm((realm) => ({
    ...realm,
    eventsEnabled: true,
    eventsExpiration: 0,
    enabledEventTypes: [],
    ...config,
  }));
  await server.events.clearUserEvents(currentRealm().id);
}

/** Oldest first. */
async function events(): Promise<readonly UserEventWire[]> {
  return (await server.events.listUserEvents(currentRealm())).toReversed();
}

async function types(): Promise<readonly string[]> {
  return (await events()).map(({ type, error }) => (error === undefined ? type : `${type} ${error}`));
}

async function newest(): Promise<UserEventWire> {
  const [event] = await server.events.listUserEvents(currentRealm());
  assert.ok(event);
  return event;
}

test('Keycloak: a realm that does not save events keeps none', async () => {
  await keepEvents({ eventsEnabled: false });
  await server.tokens();
  assert.deepEqual(await types(), []);
});

test('Keycloak: sign-in, code exchange and logout leave an event each, with the session and Keycloak’s details', async () => {
  await keepEvents();
  const tokens = await server.tokens();
  const { refresh_token, session_state: sessionId } = tokens;
  assert.equal((await server.post('logout', { ...WEB, refresh_token })).status, 204);
  assert.deepEqual(await types(), ['LOGIN', 'CODE_TO_TOKEN', 'LOGOUT']);
  const [login, exchange, logout] = await events();
  const common = {
    time: server.clock.now(),
    realmId: currentRealm().id,
    clientId: 'web',
    userId: await aliceId(),
    sessionId,
    ipAddress: '127.0.0.1',
  };
  const { id: loginId, activityId, ...rest } = login ?? {};
  assert.match(String(loginId), /^[\da-f-]{36}$/);
  assert.equal(server.activity.find(String(activityId))?.clientId, 'web');
  assert.deepEqual(rest, {
    ...common,
    type: 'LOGIN',
    details: {
      auth_method: 'openid-connect',
      auth_type: 'code',
      response_type: 'code',
      response_mode: 'query',
      redirect_uri: CALLBACK,
      consent: 'no_consent_required',
      code_id: sessionId,
      username: 'alice',
    },
  });
  assert.deepEqual(exchange?.details, {
    grant_type: 'authorization_code',
    scope: tokens.scope,
    token_id: claimsOf(tokens.access_token)['jti'],
    refresh_token_id: claimsOf(refresh_token)['jti'],
    refresh_token_type: 'Refresh',
    code_id: sessionId,
    client_auth_method: 'client-secret',
  });
  assert.deepEqual([logout?.userId, logout?.sessionId, logout?.details], [common.userId, sessionId, {}]);
});

test('Keycloak: a wrong password names user and username, an unknown user only what was typed', async () => {
  await keepEvents();
  const browser = server.browser();
  const page = await server.authorize(browser);
  const again = await browser.signIn(page, 'alice', 'wrong');
  await browser.signIn(again, 'nobody', 'wrong');
  assert.deepEqual(await types(), ['LOGIN_ERROR invalid_user_credentials', 'LOGIN_ERROR user_not_found']);
  const [wrong, unknown] = await events();
  assert.deepEqual([wrong?.userId, wrong?.details['username']], [await aliceId(), 'alice']);
  assert.deepEqual([unknown?.userId, unknown?.details['username']], [undefined, 'nobody']);
  assert.equal(wrong?.details['redirect_uri'], CALLBACK);
  assert.equal(wrong?.details['consent'], undefined);
  assert.doesNotMatch(JSON.stringify(await events()), /"wrong"/);
});

test('Keycloak: a code that was used is invalid_code, a wrong secret invalid_client_credentials', async () => {
  await keepEvents();
  await server.post('token', { ...WEB, grant_type: 'authorization_code', code: 'used' });
  await server.post('token', { ...WEB, client_secret: 'no', grant_type: 'authorization_code', code: 'x' });
  await server.post('token', { ...WEB, client_id: 'nobody', grant_type: 'client_credentials' });
  assert.deepEqual(await types(), [
    'CODE_TO_TOKEN_ERROR invalid_code',
    'CODE_TO_TOKEN_ERROR invalid_client_credentials',
    'CLIENT_LOGIN_ERROR client_not_found',
  ]);
  assert.equal((await newest()).clientId, 'nobody');
});

test('Keycloak: a redirect URI that is not registered is in the details of the error', async () => {
  await keepEvents();
  await server.authorize(server.browser(), { redirect_uri: 'https://evil.test/' });
  const { type, error, details } = await newest();
  assert.deepEqual([type, error], ['LOGIN_ERROR', 'invalid_redirect_uri']);
  assert.equal(details['redirect_uri'], 'https://evil.test/');
});

test('RFC 7636 §4.6: a wrong code verifier is named as in Keycloak', async () => {
  await keepEvents();
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
  const { code = '' } = await server.signIn(server.browser(), challenge);
  const redirect = { redirect_uri: CALLBACK };
  const grant = { ...WEB, ...redirect, grant_type: 'authorization_code', code };
  assert.equal((await server.post('token', { ...grant, code_verifier: 'y'.repeat(43) })).status, 400);
  assert.equal((await newest()).error, 'pkce_verification_failed');
});

test('Keycloak: types that are not stored by default are kept once the realm chooses them', async () => {
  const { refresh_token } = await server.tokens();
  await keepEvents();
  const refresh = { ...WEB, grant_type: 'refresh_token', refresh_token };
  await server.post('token', refresh);
  assert.deepEqual(await types(), []);
  await keepEvents({ enabledEventTypes: ['REFRESH_TOKEN', 'REFRESH_TOKEN_ERROR'] });
  const { body } = await server.post('token', refresh);
  await server.post('token', { ...refresh, refresh_token: 'x' });
  await server.post('token', { ...WEB, grant_type: 'authorization_code', code: 'x' });
  assert.deepEqual(await types(), ['REFRESH_TOKEN', 'REFRESH_TOKEN_ERROR invalid_token']);
  const [refreshed] = await events();
  assert.equal(refreshed?.details['refresh_token_id'], claimsOf(refresh_token)['jti']);
  assert.equal(refreshed?.details['updated_refresh_token_id'], claimsOf(body['refresh_token'])['jti']);
});

test('Keycloak: a required action is an event before the sign-in that it completes', async () => {
  const { users } = server.store;
  const id = (await aliceId()) ?? '';
  await users.update(currentRealm().id, id, (user) => ({ ...user, requiredActions: ['VERIFY_EMAIL'] }));
  await keepEvents();
  const browser = server.browser();
  const signedIn = await browser.signIn(await server.authorize(browser), 'alice', 'alice-password');
  const page = await browser.follow(signedIn);
  const form = /<form id="([^"]+)"/.exec(page.text)?.[1];
  await browser.post(formAction(page, form), { verify: 'true' });
  assert.deepEqual(await types(), ['SEND_VERIFY_EMAIL', 'VERIFY_EMAIL', 'LOGIN']);
  const [, action] = await events();
  assert.equal(action?.details['custom_required_action'], 'VERIFY_EMAIL');
  assert.equal(action?.userId, id);
});

test('events expire by the realm’s clock', async () => {
  await keepEvents({ eventsExpiration: 60 });
  await server.post('token', { ...WEB, grant_type: 'authorization_code', code: 'x' });
  server.pass(59);
  assert.equal((await events()).length, 1);
  server.pass(1);
  assert.equal((await events()).length, 0);
});

test('a snapshot keeps the events, and a removed realm has none', async () => {
  await keepEvents();
  await server.post('token', { ...WEB, grant_type: 'authorization_code', code: 'x' });
  const [event] = await events();
  const { id } = currentRealm();
  const captured = server.events.capture(id);
  await server.events.clearUserEvents(id);
  assert.deepEqual(await events(), []);
  server.events.restore(id, captured);
  assert.deepEqual(await events(), [event]);
});

test('what a caller sends is cut, not kept whole', async () => {
  await keepEvents();
  await server.authorize(server.browser(), { redirect_uri: `https://evil.test/${'x'.repeat(3000)}` });
  assert.equal((await newest()).details['redirect_uri']?.length, 2000);
});
