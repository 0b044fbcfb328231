import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { WEB } from '../testing/realm.ts';
import { claimsOf, type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

interface Fixture {
  readonly server: OAuthTestServer;
  readonly application: TestApplication;
}

/** Client `web` with a URL of the application, and alice signed in to it. */
async function withClient(
  changes: (url: string) => Partial<ClientRepresentation>,
  use: (fixture: Fixture) => Promise<void>,
): Promise<void> {
  const application = await startTestApplication();
  try {
    await withOAuthServer(async (server) => {
      await server.changeClient('web', changes(application.url));
      await use({ server, application });
    });
  } finally {
    await application.stop();
  }
}

const toldAt =
  (path: string, attributes: Record<string, string> = {}) =>
  (url: string): Partial<ClientRepresentation> => ({
    attributes: { 'backchannel.logout.url': `${url}${path}`, ...attributes },
  });

/** Signs alice in and logs her out by refresh token; returns the status of the logout. */
async function signOut(server: OAuthTestServer): Promise<number> {
  const { refresh_token } = await server.tokens();
  return (await server.post('logout', { ...WEB, refresh_token })).status;
}

function outcomeOfNotice(server: OAuthTestServer): readonly unknown[] {
  const notice = server.activity.list().records.find(({ from }) => from === 'understudy');
  return [notice?.outcome, notice?.status];
}

test('OIDC Back-Channel Logout §2.4, §2.5: the client gets a logout token in a form, with iss, aud, sub, sid, iat, exp, jti and the event', () =>
  withClient(toldAt('/200/bye'), async ({ server, application }) => {
    const { refresh_token, id_token } = await server.tokens();
    await server.post('logout', { ...WEB, refresh_token });
    const [call] = application.received;
    assert.equal(call?.path, '/200/bye');
    assert.equal(call?.contentType, 'application/x-www-form-urlencoded');
    const { jti, iat, exp, ...claims } = claimsOf(call?.logoutToken);
    const { sub, sid } = claimsOf(id_token);
    assert.deepEqual(claims, {
      iss: server.issuer,
      aud: 'web',
      sub,
      sid,
      typ: 'Logout',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    assert.equal(typeof jti, 'string');
    assert.equal(iat, Math.floor(server.clock.now() / 1000));
    assert.equal(exp, Number(iat) + 120);
  }));

test('OIDC Back-Channel Logout §2.4: the logout token has typ logout+jwt and no nonce, and is signed like ID tokens', () =>
  withClient(toldAt('/200'), async ({ server, application }) => {
    const tokens = await server.tokens({ nonce: 'n' });
    await server.post('logout', { ...WEB, refresh_token: tokens.refresh_token });
    const headerOf = (token = ''): Record<string, unknown> =>
      JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    const header = headerOf(application.received[0]?.logoutToken);
    assert.equal(header['typ'], 'logout+jwt');
    const { alg, kid } = headerOf(tokens.id_token);
    assert.deepEqual([header['alg'], header['kid']], [alg, kid]);
    assert.equal(claimsOf(application.received[0]?.logoutToken)['nonce'], undefined);
  }));

test('OIDC Back-Channel Logout §2.2: without backchannel.logout.session.required there is no sid', () =>
  withClient(
    toldAt('/200', { 'backchannel.logout.session.required': 'false' }),
    async ({ server, application }) => {
      await signOut(server);
      assert.equal('sid' in claimsOf(application.received[0]?.logoutToken), false);
    },
  ));

test('backchannel.logout.revoke.offline.tokens tells the client to end offline sessions, too', () =>
  withClient(
    toldAt('/200', { 'backchannel.logout.revoke.offline.tokens': 'true' }),
    async ({ server, application }) => {
      await signOut(server);
      const { events } = claimsOf(application.received[0]?.logoutToken);
      assert.deepEqual(events, {
        'http://schemas.openid.net/event/backchannel-logout': {},
        revoke_offline_access: true,
      });
    },
  ));

test('Activity shows the notification as a separate exchange in the session’s flow', () =>
  withClient(toldAt('/200'), async ({ server, application }) => {
    const { session_state, refresh_token } = await server.tokens();
    const { realm } = { realm: server.store.realms.find('demo')?.id ?? '' };
    const flow = (await server.store.sessions.find(realm, session_state))?.flow;
    await server.post('logout', { ...WEB, refresh_token });
    const notice = server.activity.list().records.find(({ from }) => from === 'understudy');
    const { to, title, path, outcome, clientId, username } = notice ?? {};
    assert.deepEqual(
      { to, title, path, outcome, clientId, username, flow: notice?.flow },
      {
        to: 'application',
        title: 'Back-channel logout',
        path: `${application.url}/200`,
        outcome: 'accepted',
        clientId: 'web',
        username: 'alice',
        flow,
      },
    );
  }));

for (const [path, outcome, status] of [
  ['/204', 'accepted', 204],
  ['/500', 'refused', 500],
  ['/400', 'refused', 400],
  ['/302', 'refused', 302],
  ['/closed', 'failed', 0],
] as const) {
  test(`OIDC Back-Channel Logout §2.8: a client that behaves as ${path} does not stop the logout, and Activity shows it`, () =>
    withClient(toldAt(path), async ({ server, application }) => {
      assert.equal(await signOut(server), 204);
      assert.deepEqual(outcomeOfNotice(server), [outcome, status]);
      assert.equal(application.received.length, 1);
    }));
}

for (const path of ['/never', '/endless']) {
  test(`a client that behaves as ${path} does not delay the logout, which reports it as not answered yet`, () =>
    withClient(toldAt(path), async ({ server }) => {
      const { refresh_token } = await server.tokens();
      const { status, summary } = await server.post('logout', { ...WEB, refresh_token });
      assert.equal(status, 204);
      const decisions = server.activity.find(summary?.id ?? '')?.decisions ?? [];
      assert.ok(decisions.some(({ detail }) => detail === 'web has not answered yet'));
    }));
}

test('a client at a URL where nothing listens does not stop the logout', () =>
  withClient(
    () => ({ attributes: { 'backchannel.logout.url': 'http://127.0.0.1:1/' } }),
    async ({ server }) => {
      assert.equal(await signOut(server), 204);
      assert.deepEqual(outcomeOfNotice(server), ['failed', 0]);
    },
  ));

for (const address of ['javascript:alert(1)', 'file:///etc/passwd', 'not an address', '']) {
  test(`the URL "${address}" is not called`, () =>
    withClient(
      () => ({ attributes: { 'backchannel.logout.url': address } }),
      async ({ server }) => {
        assert.equal(await signOut(server), 204);
        assert.deepEqual(outcomeOfNotice(server), [undefined, undefined]);
      },
    ));
}

test('a URL that is a path is resolved with the client’s root URL', () =>
  withClient(
    (url) => ({ rootUrl: url, attributes: { 'backchannel.logout.url': '/200/relative' } }),
    async ({ server, application }) => {
      await signOut(server);
      assert.equal(application.received[0]?.path, '/200/relative');
    },
  ));

test('a client with front-channel logout is not called by the back channel', () =>
  withClient(
    (url) => ({ ...toldAt('/200')(url), frontchannelLogout: true }),
    async ({ server, application }) => {
      await signOut(server);
      assert.deepEqual(application.received, []);
    },
  ));

test('a client that is not part of the session is not notified', () =>
  withClient(
    () => ({}),
    async ({ server, application }) => {
      await server.changeClient('other', toldAt('/200')(application.url));
      await signOut(server);
      assert.deepEqual(application.received, []);
    },
  ));

test('every client of the session is notified, even if one of them never answers', () =>
  withClient(toldAt('/never'), async ({ server, application }) => {
    await server.changeClient('native', toldAt('/200/native')(application.url));
    const browser = server.browser();
    const { refresh_token } = await server.tokens({}, browser);
    const redirect_uri = 'http://127.0.0.1/cb';
    await server.authorize(browser, { client_id: 'native', redirect_uri });
    await server.post('logout', { ...WEB, refresh_token });
    assert.deepEqual(application.received.map(({ path }) => path).sort(), ['/200/native', '/never']);
  }));

test('an invalid signature algorithm fails the notification, is reported by setting, and does not stop the logout', () =>
  withClient(toldAt('/200'), async ({ server, application }) => {
    const { refresh_token } = await server.tokens();
    const bad = toldAt('/200', { 'id.token.signed.response.alg': 'XX1' })(application.url);
    await server.changeClient('web', bad);
    assert.equal((await server.post('logout', { ...WEB, refresh_token })).status, 204);
    const notice = server.activity.list().records.find(({ from }) => from === 'understudy');
    assert.match(notice?.refusal?.remedy ?? '', /id\.token\.signed\.response\.alg of client web/);
    assert.deepEqual(application.received, []);
  }));

test('logout in the browser notifies the clients before the redirect', () =>
  withClient(toldAt('/200'), async ({ server, application }) => {
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    const page = await browser.get(
      `/realms/demo/protocol/openid-connect/logout?${new URLSearchParams({ id_token_hint: id_token })}`,
    );
    assert.equal(page.status, 200);
    assert.equal(application.received.length, 1);
  }));

test('an expired session notifies nobody', () =>
  withClient(toldAt('/200'), async ({ server, application }) => {
    const { refresh_token } = await server.tokens();
    server.pass(100_000);
    await server.post('token', { ...WEB, grant_type: 'refresh_token', refresh_token });
    assert.deepEqual(application.received, []);
  }));
