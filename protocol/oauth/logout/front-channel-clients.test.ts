import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import type { TestPage } from '#protocol/login/testing/browser.ts';
import { type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

const OUT = 'http://app.test:3000/out?a=1';
const BYE = 'http://app.test/bye';

interface SignedOut {
  readonly page: TestPage;
  readonly server: OAuthTestServer;
  readonly sid: string;
  /** URLs of the frames. */
  readonly frames: readonly string[];
}

async function signOut(
  changes: Partial<ClientRepresentation>,
  use: (found: SignedOut) => void | Promise<void>,
  query: Readonly<Record<string, string>> = {},
): Promise<void> {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', changes);
    const browser = server.browser();
    const { id_token, session_state } = await server.tokens({}, browser);
    const parameters = new URLSearchParams({ id_token_hint: id_token, ...query });
    const page = await browser.get(`/realms/demo/protocol/openid-connect/logout?${parameters}`);
    const frames = [...page.text.matchAll(/<iframe src="([^"]*)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    );
    await use({ page, server, sid: session_state, frames });
    assert.equal(
      await server.store.sessions.find(server.store.realms.find('demo')?.id ?? '', session_state),
      undefined,
    );
    assert.equal(browser.cookies.has('KEYCLOAK_IDENTITY'), false);
  });
}

const front = (attributes: Record<string, string> = {}): Partial<ClientRepresentation> => ({
  frontchannelLogout: true,
  attributes: { 'frontchannel.logout.url': OUT, 'post.logout.redirect.uris': BYE, ...attributes },
});

test('OIDC Front-Channel Logout §2, §3: the client’s frame URL has sid and iss in addition to its own query', () =>
  signOut(front(), ({ page, server, sid, frames }) => {
    assert.equal(page.status, 200);
    assert.deepEqual(frames, [`${OUT}&sid=${sid}&iss=${encodeURIComponent(server.issuer)}`]);
  }));

test('without frontchannel.logout.session.required neither sid nor iss is sent', () =>
  signOut(front({ 'frontchannel.logout.session.required': 'false' }), ({ frames }) => {
    assert.deepEqual(frames, [OUT]);
  }));

test('the page’s policy allows exactly the client’s origin as a frame', () =>
  signOut(front(), ({ page }) => {
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-src http:\/\/app\.test:3000;/);
  }));

test('the page continues to the post-logout URI with state', () =>
  signOut(
    front(),
    ({ page }) => {
      assert.match(page.text, /<a id="continue" href="http:\/\/app\.test\/bye\?state=s1">/);
    },
    { post_logout_redirect_uri: BYE, state: 's1' },
  ));

test('Activity names each client in a frame', () =>
  signOut(front(), ({ server }) => {
    const record = server.activity.find(server.activity.list().records[0]?.id ?? '');
    assert.ok(
      record?.decisions.some(
        ({ rule, detail }) =>
          rule === 'notify-client' && detail.startsWith(`web is notified in a frame: ${OUT}`),
      ),
    );
  }));

for (const [why, changes] of [
  ['without frontchannelLogout', { ...front(), frontchannelLogout: false }],
  ['without a URL', { frontchannelLogout: true, attributes: {} }],
  ['with a URL that is not http(s)', front({ 'frontchannel.logout.url': 'javascript:alert(1)' })],
] as const) {
  test(`a client ${why} gets no frame`, () =>
    signOut(changes, ({ page, frames }) => {
      assert.deepEqual(frames, []);
      assert.match(page.text, /You are logged out/);
      assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /frame-src/);
    }));
}
