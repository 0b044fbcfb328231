import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { accountSettings, callAccount, jsonOf, watchUserEvents } from '../testing/account.ts';
import { type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

interface SessionWire {
  readonly id: string;
  readonly current?: true;
  readonly started: number;
  readonly expires: number;
  readonly browser: string;
  readonly clients: readonly { readonly clientId: string }[];
}

const MANAGE = accountSettings(['manage-account']);
const list = async (server: OAuthTestServer, token?: string): Promise<readonly SessionWire[]> =>
  jsonOf(await callAccount(server, '/sessions', token === undefined ? {} : { token }));

for (const role of ['manage-account', 'view-profile'])
  test(`Keycloak account API: ${role} lists the user's sessions, and marks that of the token`, () =>
    withOAuthServer(
      async (server) => {
        await server.tokens();
        const { access_token: token, session_state } = await server.tokens();
        const sessions = await list(server, token);
        assert.equal(sessions.length, 2);
        const current = sessions.find(({ id }) => id === session_state);
        assert.equal(current?.current, true);
        assert.equal(sessions.filter((each) => each.current === true).length, 1);
        assert.deepEqual(
          current?.clients.map(({ clientId }) => clientId),
          ['web'],
        );
        assert.equal(current?.expires, (current?.started ?? 0) + 36_000);
      },
      accountSettings([role]),
    ));

test('Keycloak account API: devices are grouped by operating system', () =>
  withOAuthServer(async (server) => {
    await server.tokens();
    const { access_token: token } = await server.tokens();
    const devices = jsonOf<readonly { os: string; sessions: readonly SessionWire[]; current?: true }[]>(
      await callAccount(server, '/sessions/devices', { token }),
    );
    assert.deepEqual(
      devices.map(({ sessions, current }) => [sessions.length, current]),
      [[2, true]],
    );
  }, MANAGE));

test('Keycloak account API: an expired session and those of others are not listed', () =>
  withOAuthServer(async (server) => {
    await server.signIn(server.browser(), {}, 'bob');
    await server.tokens();
    server.pass(1801);
    assert.equal((await list(server)).length, 1);
  }, MANAGE));

test('Keycloak account API: one session is ended, with its event', () =>
  withOAuthServer(async (server) => {
    const listEvents = await watchUserEvents(server);
    const other = (await server.tokens()).session_state;
    const { access_token: token, session_state } = await server.tokens();
    const { status } = await callAccount(server, `/sessions/${other}`, { method: 'DELETE', token });
    assert.equal(status, 204);
    assert.deepEqual(
      (await list(server, token)).map(({ id }) => id),
      [session_state],
    );
    assert.deepEqual(await listEvents(), ['LOGOUT']);
    const realm = server.store.realms.find('demo');
    assert.ok(realm);
    const logout = (await server.events.listUserEvents(realm)).find(({ type }) => type === 'LOGOUT');
    assert.equal(logout?.sessionId, other);
  }, MANAGE));

test('Keycloak account API: all other sessions are ended, and with current=true the own one as well', () =>
  withOAuthServer(async (server) => {
    await server.tokens();
    const { access_token: token } = await server.tokens();
    assert.equal((await callAccount(server, '/sessions', { method: 'DELETE', token })).status, 204);
    assert.deepEqual(
      (await list(server, token)).map(({ current }) => current),
      [true],
    );
    const all = await callAccount(server, '/sessions?current=true', { method: 'DELETE', token });
    assert.equal(all.status, 204);
    assert.equal((await callAccount(server, '/sessions', { token })).status, 401);
  }, MANAGE));

test('Keycloak account API: the session of another user stays, and Activity says why', () =>
  withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser, {}, 'bob');
    const realmId = server.store.realms.find('demo')?.id ?? '';
    const [ofBob] = await collect(server.store.sessions.list(realmId));
    for (const id of [ofBob?.id ?? '', 'unknown']) {
      const { status, refusal, summary } = await callAccount(server, `/sessions/${id}`, { method: 'DELETE' });
      assert.deepEqual([status, summary?.outcome], [204, 'refused']);
      assert.match(refusal?.reason ?? '', /alice has no active session .* another user/);
    }
    assert.ok(await server.store.sessions.find(realmId, ofBob?.id ?? ''));
  }, MANAGE));

for (const path of ['/sessions', '/sessions/x'])
  test(`Keycloak account API: view-profile does not end ${path}`, () =>
    withOAuthServer(
      async (server) => {
        const { status, refusal } = await callAccount(server, path, { method: 'DELETE' });
        assert.equal(status, 403);
        assert.match(refusal?.remedy ?? '', /role manage-account of client account/);
      },
      accountSettings(['view-profile']),
    ));

for (const path of ['/sessions', '/sessions/devices'])
  test(`Keycloak account API: another role does not list ${path}`, () =>
    withOAuthServer(
      async (server) => {
        assert.equal((await callAccount(server, path)).status, 403);
      },
      accountSettings(['view-groups']),
    ));
