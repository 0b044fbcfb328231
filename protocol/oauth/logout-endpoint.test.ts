import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestBrowser, TestPage } from '#protocol/login/testing/browser.ts';
import { WEB } from './testing/realm.ts';
import { type OAuthTestServer, withOAuthServer } from './testing/server.ts';

const BYE = 'http://app.test/bye';

function open(browser: TestBrowser, query: Readonly<Record<string, string>> = {}): Promise<TestPage> {
  return browser.get(`/realms/demo/protocol/openid-connect/logout?${new URLSearchParams(query)}`);
}

function messageOf({ text }: TestPage): string | undefined {
  return /<p class="instruction">([^<]*)</.exec(text)?.[1];
}

/** Action and code of the confirmation form. */
function readQuestion({ text }: TestPage): { readonly action: string; readonly session_code: string } {
  const action = /<form[^>]* action="([^"]*logout-confirm[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  const code = /name="session_code" value="([^"]*)"/.exec(text)?.[1];
  if (action === undefined || code === undefined) throw new TypeError(`no question: ${text}`);
  return { action, session_code: code };
}

async function isSignedIn(server: OAuthTestServer, browser: TestBrowser): Promise<boolean> {
  return (await server.authorize(browser, { prompt: 'none' })).leadsTo['code'] !== undefined;
}

/** Query (depending on the hint) and message of the page. */
const REFUSED: readonly (readonly [
  why: string,
  query: (tokens: Readonly<Record<'id_token' | 'access_token', string>>) => Readonly<Record<string, string>>,
  message: string,
])[] = [
  [
    'a redirect URI without hint and client',
    () => ({ post_logout_redirect_uri: BYE }),
    'Missing parameters: id_token_hint',
  ],
  ['a hint that is not a token', () => ({ id_token_hint: 'x' }), 'Invalid parameter: id_token_hint'],
  [
    'an access token as the hint',
    ({ access_token }) => ({ id_token_hint: access_token }),
    'Invalid parameter: id_token_hint',
  ],
  [
    'a hint with a broken signature',
    ({ id_token }) => ({ id_token_hint: `${id_token.slice(0, id_token.lastIndexOf('.'))}.AAAA` }),
    'Invalid parameter: id_token_hint',
  ],
  [
    'a hint of another client',
    ({ id_token }) => ({ id_token_hint: id_token, client_id: 'other' }),
    'Invalid parameter: id_token_hint',
  ],
  [
    'an unregistered redirect URI',
    ({ id_token }) => ({ id_token_hint: id_token, post_logout_redirect_uri: 'http://evil.test/' }),
    'Invalid redirect uri',
  ],
  [
    'a redirect URI for an unknown client',
    () => ({ client_id: 'nobody', post_logout_redirect_uri: BYE }),
    'Invalid redirect uri',
  ],
];

for (const [why, query, message] of REFUSED) {
  test(`OIDC RP-Initiated Logout §2: ${why} is refused on a page, and nobody is logged out`, async () => {
    await withOAuthServer(async (server) => {
      const browser = server.browser();
      const page = await open(browser, query(await server.tokens({}, browser)));
      assert.equal(page.status, 400);
      assert.equal(messageOf(page), message);
      assert.equal(page.headers.get('location'), null);
      assert.equal(await isSignedIn(server, browser), true);
    });
  });
}

test('the remedy for an unregistered redirect URI names the attribute and the value', async () => {
  await withOAuthServer(async (server) => {
    await open(server.browser(), { client_id: 'web', post_logout_redirect_uri: 'http://app.test/new' });
    const { remedy } = server.activity.list().records[0]?.refusal ?? {};
    assert.match(
      remedy ?? '',
      /Add "http:\/\/app\.test\/new" to attribute post\.logout\.redirect\.uris of client web/,
    );
  });
});

test('a redirect URI that differs in a detail or is malformed is compared with the registered ones, and escaped on the page', async () => {
  await withOAuthServer(async (server) => {
    const refuse = (uri: string) =>
      open(server.browser(), { client_id: 'web', post_logout_redirect_uri: uri });
    await refuse('http://app.test/bye/');
    assert.match(
      server.activity.list().records[0]?.refusal?.remedy ?? '',
      /^The client has http:\/\/app\.test\/bye registered; the request has a trailing slash\. Send .*, or add /,
    );
    const { text } = await refuse('http://app.test/"><script>alert(1)</script>');
    assert.match(text, /cannot be used\. It contains a space, quotation mark/);
    assert.doesNotMatch(text, /<script/);
  });
});

test('a repeated parameter is refused on a page', async () => {
  await withOAuthServer(async (server) => {
    const page = await server.browser().get('/realms/demo/protocol/openid-connect/logout?state=1&state=2');
    assert.equal(page.status, 400);
  });
});

for (const [why, query] of [
  ['without any parameter', {}],
  ['with only a client', { client_id: 'web' }],
  ['with a client and a redirect URI', { client_id: 'web', post_logout_redirect_uri: BYE }],
] as const) {
  test(`OIDC RP-Initiated Logout §2: ${why} the user is asked first`, async () => {
    await withOAuthServer(async (server) => {
      const browser = server.browser();
      await server.signIn(browser);
      const page = await open(browser, query);
      assert.equal(page.status, 200);
      assert.equal(messageOf(page), 'Do you want to log out?');
      assert.equal(await isSignedIn(server, browser), true);
    });
  });
}

test('OIDC RP-Initiated Logout §6: a form of another site logs nobody out', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    const { action } = readQuestion(await open(browser));
    for (const session_code of ['', 'guessed']) {
      const page = await browser.post(action, { session_code });
      assert.equal(page.status, 400);
      assert.equal(messageOf(page), 'Logout failed');
    }
    assert.equal(await isSignedIn(server, browser), true);
  });
});

test('the confirmation is single-use and valid only in the browser that was asked', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    const { action, session_code } = readQuestion(await open(browser));
    const stranger = server.browser();
    await open(stranger);
    assert.equal((await stranger.post(action, { session_code })).status, 400);
    assert.equal((await browser.post(action, { session_code })).status, 200);
    assert.equal((await browser.post(action, { session_code })).status, 400);
  });
});

test('OIDC RP-Initiated Logout §2: a user who confirms is logged out and redirected with state', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { session_state } = await server.signIn(browser);
    const query = { client_id: 'web', post_logout_redirect_uri: BYE, state: 's&1' };
    const { action, session_code } = readQuestion(await open(browser, query));
    const page = await browser.post(action, { session_code, confirmLogout: 'Logout' });
    assert.equal(page.status, 302);
    assert.equal(page.headers.get('location'), `${BYE}?state=s%261`);
    assert.deepEqual(
      server.ended.map(({ id }) => id),
      [session_state],
    );
    assert.equal(await isSignedIn(server, browser), false);
  });
});

test('OIDC RP-Initiated Logout §2: with a hint for the browser’s session, even an expired one, the user is not asked', async () => {
  await withOAuthServer(async (server) => {
    for (const seconds of [0, 301]) {
      const browser = server.browser();
      const { id_token } = await server.tokens({}, browser);
      server.pass(seconds);
      const page = await open(browser, { id_token_hint: id_token, post_logout_redirect_uri: BYE });
      assert.equal(page.headers.get('location'), BYE);
      assert.equal(await isSignedIn(server, browser), false);
    }
  });
});

test('the session cookies are deleted', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    assert.ok(browser.cookies.has('KEYCLOAK_IDENTITY'));
    await open(browser, { id_token_hint: id_token });
    for (const name of ['KEYCLOAK_IDENTITY', 'KEYCLOAK_SESSION'])
      assert.equal(browser.cookies.has(name), false);
  });
});

test('with a hint for a session other than the browser’s, the user is asked', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    const { id_token } = await server.tokens();
    assert.equal(messageOf(await open(browser, { id_token_hint: id_token })), 'Do you want to log out?');
    assert.equal(server.ended.length, 0);
  });
});

test('a hint without the browser’s cookies ends the hinted session', async () => {
  await withOAuthServer(async (server) => {
    const { id_token, session_state } = await server.tokens();
    const page = await open(server.browser(), { id_token_hint: id_token });
    assert.equal(messageOf(page), 'You are logged out');
    assert.deepEqual(
      server.ended.map(({ id }) => id),
      [session_state],
    );
  });
});

test('a hint for an ended session redirects as usual, without an error', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { id_token, refresh_token } = await server.tokens({}, browser);
    await server.post('logout', { ...WEB, refresh_token });
    const page = await open(browser, { id_token_hint: id_token, post_logout_redirect_uri: BYE });
    assert.equal(page.headers.get('location'), BYE);
    assert.equal(server.ended.length, 1);
  });
});

test('without a session, but with a redirect target, the user is not asked', async () => {
  await withOAuthServer(async (server) => {
    const page = await open(server.browser(), { client_id: 'web', post_logout_redirect_uri: BYE });
    assert.equal(page.headers.get('location'), BYE);
  });
});

test('OIDC RP-Initiated Logout §3: + stands for the client’s redirect URIs', async () => {
  await withOAuthServer(async (server) => {
    const place = 'http://app.test/callback';
    const page = await open(server.browser(), { client_id: 'web', post_logout_redirect_uri: place });
    assert.equal(page.headers.get('location'), place);
    await server.changeClient('other', { attributes: { 'post.logout.redirect.uris': '-' } });
    const refused = { client_id: 'other', post_logout_redirect_uri: 'http://other.test/' };
    assert.equal((await open(server.browser(), refused)).status, 400);
  });
});

test('OIDC RP-Initiated Logout §3: state is appended to the existing query', async () => {
  await withOAuthServer(async (server) => {
    const place = 'http://app.test/out?a=1';
    await server.changeClient('web', { attributes: { 'post.logout.redirect.uris': place } });
    const query = { client_id: 'web', post_logout_redirect_uri: place, state: 'new' };
    const page = await open(server.browser(), query);
    assert.equal(page.headers.get('location'), 'http://app.test/out?a=1&state=new');
  });
});

test('a redirect URI that already contains state is refused, so there is never a second one', async () => {
  await withOAuthServer(async (server) => {
    const place = 'http://app.test/out?state=old';
    await server.changeClient('web', { attributes: { 'post.logout.redirect.uris': place } });
    const query = { client_id: 'web', post_logout_redirect_uri: place, state: 'new' };
    assert.equal(messageOf(await open(server.browser(), query)), 'Invalid redirect uri');
  });
});

test('OIDC RP-Initiated Logout §2: the request can be sent as a form', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    const form = { id_token_hint: id_token, post_logout_redirect_uri: BYE };
    const page = await browser.post('/realms/demo/protocol/openid-connect/logout', form);
    assert.equal(page.headers.get('location'), BYE);
  });
});

test('a disabled realm logs nobody out', async () => {
  await withOAuthServer(async (server) => {
    await server.changeRealm((realm) => ({ ...realm, enabled: false }));
    const page = await open(server.browser());
    assert.equal(page.status, 400);
    assert.equal(messageOf(page), 'Realm not enabled');
  });
});

test('a hinted session is not ended if the browser has a different one', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { session_state } = await server.signIn(browser, {}, 'bob');
    const { id_token } = await server.tokens();
    const { action, session_code } = readQuestion(await open(browser, { id_token_hint: id_token }));
    await browser.post(action, { session_code });
    assert.deepEqual(
      server.ended.map(({ id }) => id),
      [session_state],
    );
  });
});

test('OIDC RP-Initiated Logout §2: ui_locales and logout_hint are accepted; they do not change where the user goes', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    const page = await open(browser, { id_token_hint: id_token, ui_locales: 'de fr', logout_hint: 'alice' });
    assert.equal(messageOf(page), 'You are logged out');
  });
});

test('OIDC RP-Initiated Logout §3: "-" allows no redirect at all', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { attributes: { 'post.logout.redirect.uris': `-##${BYE}` } });
    const page = await open(server.browser(), { client_id: 'web', post_logout_redirect_uri: BYE });
    assert.equal(messageOf(page), 'Invalid redirect uri');
  });
});

test('a legacy redirect_uri is ignored: the user is asked and not redirected', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    const { action, session_code } = readQuestion(await open(browser, { redirect_uri: BYE }));
    const page = await browser.post(action, { session_code });
    assert.equal(messageOf(page), 'You are logged out');
  });
});

test('a client with logout.confirmation.enabled shows the logged-out page with a link instead of redirecting', async () => {
  await withOAuthServer(async (server) => {
    const attributes = { 'post.logout.redirect.uris': BYE, 'logout.confirmation.enabled': 'true' };
    await server.changeClient('web', { attributes });
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    const query = { id_token_hint: id_token, post_logout_redirect_uri: BYE, state: 'x' };
    const page = await open(browser, query);
    assert.equal(messageOf(page), 'You are logged out');
    assert.match(page.text, /href="http:\/\/app\.test\/bye\?state=x"/);
  });
});

test('a hint signed with a key that is now disabled is refused', async () => {
  await withOAuthServer(async (server) => {
    const { id_token } = await server.tokens();
    await server.changeRealm((realm) => ({ ...realm, components: {} }));
    const page = await open(server.browser(), { id_token_hint: id_token });
    assert.equal(messageOf(page), 'Invalid parameter: id_token_hint');
  });
});

test('a refresh token as the hint is refused', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token } = await server.tokens();
    const page = await open(server.browser(), { id_token_hint: refresh_token });
    assert.equal(messageOf(page), 'Invalid parameter: id_token_hint');
  });
});

test('OIDC Core §11: logout in the browser keeps the offline session', async () => {
  const alice = {
    username: 'alice',
    credentials: [{ type: 'password', value: 'alice-password' }],
    email: 'alice@example.test',
    firstName: 'alice',
    lastName: 'Example',
    realmRoles: ['default-roles-demo'],
  };
  await withOAuthServer(
    async (server) => {
      const browser = server.browser();
      const tokens = await server.tokens({ scope: 'openid offline_access' }, browser);
      await open(browser, { id_token_hint: tokens.id_token });
      assert.equal(await isSignedIn(server, browser), false);
      const form = { ...WEB, grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
      assert.equal((await server.post('token', form)).status, 200);
    },
    { users: [alice] },
  );
});

for (const registered of ['http://app.test/*', 'http://app.test/out#top', '+##http://app.test/out']) {
  test(`RFC 6749 §3.1.2: a post-logout URI with a fragment is refused, even if registered: ${registered}`, async () => {
    await withOAuthServer(async (server) => {
      await server.changeClient('web', { attributes: { 'post.logout.redirect.uris': registered } });
      const query = { client_id: 'web', post_logout_redirect_uri: 'http://app.test/out#top' };
      const page = await open(server.browser(), query);
      assert.equal(page.status, 400);
      assert.equal(page.headers.get('location'), null);
      const [newest] = server.activity.list({ limit: 1, outcome: 'refused' }).records;
      assert.match(
        newest?.refusal?.remedy ?? '',
        /^Send "http:\/\/app\.test\/out" as post_logout_redirect_uri/,
      );
    });
  });
}
