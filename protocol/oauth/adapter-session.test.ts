import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { startTestApplication, type TestApplication } from './testing/application.ts';
import { answerCode, askForCodes, DEVICE_GRANT } from './testing/device.ts';
import { CALLBACK, WEB } from './testing/realm.ts';
import {
  type Answer,
  claimsOf,
  type OAuthTestServer,
  readTokens,
  withOAuthServer,
} from './testing/server.ts';

type Form = Readonly<Record<string, string>>;

/** A server whose client `web` has an Admin URL at a running application. */
async function withAdapter(
  use: (server: OAuthTestServer, application: TestApplication) => Promise<void>,
): Promise<void> {
  const application = await startTestApplication();
  try {
    await withOAuthServer(async (server) => {
      await server.changeClient('web', { adminUrl: `${application.url}/200` });
      await use(server, application);
    });
  } finally {
    await application.stop();
  }
}

/** Redeems a code as an adapter does, with further parameters. */
async function redeem(server: OAuthTestServer, further: Form, scope = 'openid'): Promise<Answer> {
  const { code = '' } = await server.signIn(server.browser(), { scope });
  return server.post('token', {
    ...further,
    ...WEB,
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
  });
}

const refresh = (server: OAuthTestServer, refresh_token: string, further: Form = {}): Promise<Answer> =>
  server.post('token', { ...WEB, grant_type: 'refresh_token', refresh_token, ...further });

/** The sessions that the application is told to end at the sign-out; undefined if it is not called. */
async function endedSessions(
  server: OAuthTestServer,
  { received }: TestApplication,
  answer: Answer,
): Promise<unknown> {
  const { refresh_token } = readTokens(answer);
  assert.equal((await server.post('logout', { ...WEB, refresh_token })).status, 204);
  return received[0] && claimsOf(received[0].body)['adapterSessionIds'];
}

test('Keycloak adapters: client_session_state of the code exchange is the session that k_logout ends', () =>
  withAdapter(async (server, application) => {
    // keycloak-connect sends the host without a value.
    const answer = await redeem(server, { client_session_state: 'app-1', client_session_host: '' });
    assert.deepEqual(await endedSessions(server, application, answer), ['app-1']);
  }));

test('Keycloak adapters: a refresh without client_session_state keeps it, one with another value replaces it', () =>
  withAdapter(async (server, application) => {
    const first = readTokens(await redeem(server, { client_session_state: 'app-1' }));
    const session = async () =>
      Object.values((await collect(server.store.sessions.list(realmId)))[0]?.clients ?? {})[0]
        ?.adapterSession;
    const realmId = server.store.realms.find('demo')?.id ?? '';
    const second = readTokens(await refresh(server, first.refresh_token));
    assert.deepEqual(await session(), { id: 'app-1' });
    await refresh(server, second.refresh_token, {
      client_session_state: 'app-2',
      client_session_host: 'node1:8080',
    });
    assert.deepEqual(await session(), { id: 'app-2', host: 'node1:8080' });
    const last = await refresh(server, second.refresh_token, { client_session_state: 'app-3' });
    assert.deepEqual(await session(), { id: 'app-3', host: 'node1:8080' });
    assert.deepEqual(await endedSessions(server, application, last), ['app-3']);
  }));

test('Keycloak adapters: the device grant keeps client_session_state, too', () =>
  withAdapter(async (server, application) => {
    const { deviceCode, userCode } = await askForCodes(server);
    await answerCode(server, userCode);
    const form = { ...WEB, grant_type: DEVICE_GRANT, device_code: deviceCode, client_session_state: 'tv-1' };
    assert.deepEqual(await endedSessions(server, application, await server.post('token', form)), ['tv-1']);
  }));

for (const [why, further] of [
  ['without client_session_state', { client_session_host: 'node1' }],
  ['with an empty client_session_state', { client_session_state: '', client_session_host: 'node1' }],
] as const) {
  test(`Keycloak adapters: a token request ${why} does not describe a session, so the application is not called`, () =>
    withAdapter(async (server, application) => {
      assert.equal(await endedSessions(server, application, await redeem(server, further)), undefined);
      const record = server.activity.find(server.activity.list().records[0]?.id ?? '');
      const decision = record?.decisions.find(({ rule }) => rule === 'notify-client');
      assert.equal(decision?.outcome, 'noted');
      assert.match(decision?.detail ?? '', /^web was not called at its Admin URL: .*no client_session_state/);
    }));
}

test('Keycloak adapters: the password grant ignores client_session_state', () =>
  withAdapter(async (server, application) => {
    const form = { ...WEB, grant_type: 'password', username: 'alice', password: 'alice-password' };
    const answer = await server.post('token', { ...form, client_session_state: 'app-1' });
    assert.equal(await endedSessions(server, application, answer), undefined);
  }));

test('Keycloak adapters: the refresh of an offline token does not change the session of the application', () =>
  withAdapter(async (server, application) => {
    const realmId = server.store.realms.find('demo')?.id ?? '';
    const { id = '' } = (await server.store.users.findByUsername(realmId, 'alice')) ?? {};
    await server.store.users.update(realmId, id, (user) => ({ ...user, realmRoles: ['offline_access'] }));
    const offline = readTokens(
      await redeem(server, { client_session_state: 'app-1' }, 'openid offline_access'),
    );
    const again = await refresh(server, offline.refresh_token, { client_session_state: 'app-2' });
    assert.equal(claimsOf(again.body['refresh_token'])['typ'], 'Offline');
    assert.deepEqual(await endedSessions(server, application, again), ['app-1']);
  }));

for (const name of ['client_session_state', 'client_session_host']) {
  test(`bad input: a ${name} of 1,001 characters is refused by name, and the code stays usable`, () =>
    withAdapter(async (server) => {
      const { code = '' } = await server.signIn(server.browser());
      const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
      const { status, body, refusal } = await server.post('token', { ...form, [name]: 'x'.repeat(1001) });
      assert.deepEqual([status, body['error']], [400, 'invalid_request']);
      assert.equal(body['error_description'], `Parameter ${name} is too long`);
      assert.match(refusal?.reason ?? '', /has 1001 characters; 1000 are allowed/);
      assert.equal((await server.post('token', { ...form, [name]: 'x'.repeat(1000) })).status, 200);
    }));
}

test('bad input: a repeated client_session_state is refused', () =>
  withAdapter(async (server) => {
    const { code = '' } = await server.signIn(server.browser());
    const form = new URLSearchParams({
      ...WEB,
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
    });
    form.append('client_session_state', 'a');
    form.append('client_session_state', 'b');
    const { status, body } = await server.send('token', { method: 'POST', body: form });
    assert.deepEqual([status, body['error_description']], [400, 'duplicated parameter']);
  }));

test('client_session_state, which may be a session cookie of the application, is a secret in Activity', () =>
  withAdapter(async (server) => {
    const { summary } = await redeem(server, { client_session_state: 'app-1' });
    const shown = JSON.stringify(server.activity.find(summary?.id ?? '', { reveal: false }));
    assert.match(shown, /client_session_state/);
    assert.doesNotMatch(shown, /app-1/);
  }));
