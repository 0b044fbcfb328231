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
  const captured = await server.events.capture(id);
  await server.events.clearUserEvents(id);
  assert.deepEqual(await events(), []);
  await server.events.restore(id, captured);
  assert.deepEqual(await events(), [event]);
});

test('what a caller sends is cut, not kept whole', async () => {
  await keepEvents();
  await server.authorize(server.browser(), { redirect_uri: `https://evil.test/${'x'.repeat(3000)}` });
  assert.equal((await newest()).details['redirect_uri']?.length, 2000);
});

const attempt = (password: string) =>
  server.post('token', { ...WEB, grant_type: 'password', username: 'alice', password });

test('Keycloak: a lock is an event of the user alone, after the sign-in that failed; no password is in it', async () => {
  const locking = { bruteForceProtected: true, failureFactor: 2, quickLoginCheckMilliSeconds: 0 };
  await keepEvents(locking);
  await attempt('first-wrong-password');
  await attempt('second-wrong-password');
  assert.deepEqual(await types(), [
    'LOGIN_ERROR invalid_user_credentials',
    'LOGIN_ERROR invalid_user_credentials',
    'USER_DISABLED_BY_TEMPORARY_LOCKOUT',
  ]);
  const { id: _id, activityId, ...lock } = await newest();
  assert.deepEqual(lock, {
    time: server.clock.now(),
    type: 'USER_DISABLED_BY_TEMPORARY_LOCKOUT',
    realmId: currentRealm().id,
    userId: await aliceId(),
    ipAddress: '127.0.0.1',
    details: {
      reason: 'brute_force_attack detected',
      num_failures: '2',
      not_before: new Date(server.clock.now() + 60_000).toISOString().slice(0, 19).replace(/:00$/, ''),
    },
  });
  const decisions = server.activity.find(String(activityId))?.decisions ?? [];
  assert.ok(decisions.some(({ detail }) => /User alice is locked until .*, after 2 failed/.test(detail)));
  assert.doesNotMatch(JSON.stringify(await events()), /wrong-password|web-secret/);
  await attempt('alice-password');
  assert.deepEqual((await types()).slice(3), ['LOGIN_ERROR user_temporarily_disabled']);
  await server.bruteForce.clear(currentRealm().id);
  await server.changeRealm((realm) => ({ ...realm, bruteForceProtected: false }));
});

test('Keycloak: a permanent lock is an event without an end', async () => {
  await keepEvents({ bruteForceProtected: true, failureFactor: 1, permanentLockout: true });
  await attempt('wrong');
  const { type, details, clientId } = await newest();
  assert.equal(type, 'USER_DISABLED_BY_PERMANENT_LOCKOUT');
  assert.deepEqual(details, { reason: 'brute_force_attack detected', num_failures: '1' });
  assert.equal(clientId, undefined);
  await server.bruteForce.clear(currentRealm().id, await aliceId());
  await server.changeRealm((realm) => ({ ...realm, bruteForceProtected: false, permanentLockout: false }));
});

test('Keycloak: a session that has expired is an event of its user, which no request has caused', async () => {
  await keepEvents();
  const session = { id: 's-1', userId: 'u-1' };
  server.events.addExpiredSession(currentRealm(), session);
  const { id, ...event } = await newest();
  assert.match(id, /^[\da-f-]{36}$/);
  assert.deepEqual(event, {
    time: server.clock.now(),
    type: 'USER_SESSION_DELETED',
    realmId: currentRealm().id,
    userId: 'u-1',
    sessionId: 's-1',
    details: { reason: 'expired' },
  });
  await keepEvents({ enabledEventTypes: ['LOGIN'] });
  server.events.addExpiredSession(currentRealm(), session);
  await keepEvents({ eventsEnabled: false });
  server.events.addExpiredSession(currentRealm(), session);
  assert.deepEqual(await events(), []);
});

test('Keycloak: consent is part of the sign-in: granted a detail, denied an error, and no event of its own', async () => {
  await keepEvents();
  const query = { client_id: 'consenting' };
  const answer = async (button: string) => {
    const browser = server.browser();
    const page = await server.authorize(browser, query);
    const asked = await browser.follow(await browser.signIn(page, 'alice', 'alice-password'));
    const action = / action="([^"]*consent[^"]*)"/.exec(asked.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    return browser.post(action, { [button]: 'x' });
  };
  await answer('cancel');
  assert.deepEqual(await types(), ['LOGIN_ERROR rejected_by_user']);
  await answer('accept');
  const { type, details } = await newest();
  assert.deepEqual([type, details['consent']], ['LOGIN', 'consent_granted']);
});

test('log category events: each event at DEBUG with Keycloak’s details, also of a realm that saves none; no secrets', async () => {
  await keepEvents({ eventsEnabled: false });
  const before = server.log.records.length;
  await attempt('wrong-password');
  await attempt('alice-password');
  await server.events.listUserEvents(currentRealm());
  const records = server.log.records.slice(before).filter(({ category }) => category === 'events');
  assert.deepEqual(
    records.map(({ level, message }) => `${level} ${message}`),
    ['DEBUG LOGIN_ERROR', 'DEBUG LOGIN'],
  );
  const [failed, accepted] = records.map(({ parameters }) => parameters);
  assert.equal(failed?.['error'], 'invalid_user_credentials');
  assert.equal(failed?.['realm'], 'demo');
  assert.equal(accepted?.['grant_type'], 'password');
  assert.equal(accepted?.['userId'], await aliceId());
  assert.doesNotMatch(JSON.stringify(records), /alice-password|wrong-password|web-secret|eyJ/);
  assert.deepEqual(await events(), []);
});
