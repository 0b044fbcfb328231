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

/** Where the question's form goes, and its code. */
function readQuestion({ text }: TestPage): { readonly action: string; readonly session_code: string } {
  const action = /<form[^>]* action="([^"]*logout-confirm[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  const code = /name="session_code" value="([^"]*)"/.exec(text)?.[1];
  if (action === undefined || code === undefined) throw new TypeError(`no question: ${text}`);
  return { action, session_code: code };
}

async function isSignedIn(server: OAuthTestServer, browser: TestBrowser): Promise<boolean> {
  return (await server.authorize(browser, { prompt: 'none' })).leadsTo['code'] !== undefined;
}

/** Query (by what the hint is made of), and what the page says. */
const REFUSED: readonly (readonly [
  why: string,
  query: (tokens: Readonly<Record<'id_token' | 'access_token', string>>) => Readonly<Record<string, string>>,
  message: string,
])[] = [
  [
    'a place to go without hint and client',
    () => ({ post_logout_redirect_uri: BYE }),
    'Missing parameters: id_token_hint',
  ],
  ['a hint that is no token', () => ({ id_token_hint: 'x' }), 'Invalid parameter: id_token_hint'],
  [
    'an access token as hint',
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
    'a place that is not registered',
    ({ id_token }) => ({ id_token_hint: id_token, post_logout_redirect_uri: 'http://evil.test/' }),
    'Invalid redirect uri',
  ],
  [
    'a place for an unknown client',
    () => ({ client_id: 'nobody', post_logout_redirect_uri: BYE }),
    'Invalid redirect uri',
  ],
];

for (const [why, query, message] of REFUSED) {
  test(`OIDC RP-Initiated Logout §2: ${why} is refused on a page, and nobody is signed out`, async () => {
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

test('the remedy for a place that is not registered names the attribute and the value', async () => {
  await withOAuthServer(async (server) => {
    await open(server.browser(), { client_id: 'web', post_logout_redirect_uri: 'http://app.test/new' });
    const { remedy } = server.activity.list().records[0]?.refusal ?? {};
    assert.match(
      remedy ?? '',
      /Add "http:\/\/app\.test\/new" to attribute post\.logout\.redirect\.uris of client web/,
    );
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
  ['with a client alone', { client_id: 'web' }],
  ['with a client and a place', { client_id: 'web', post_logout_redirect_uri: BYE }],
] as const) {
  test(`OIDC RP-Initiated Logout §2: ${why} the person is asked first`, async () => {
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

test('OIDC RP-Initiated Logout §6: a form of another site signs nobody out', async () => {
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

test('the answer to the question is good once, and only in the browser that was asked', async () => {
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

test('OIDC RP-Initiated Logout §2: who says yes is signed out and sent on, with state', async () => {
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

test('OIDC RP-Initiated Logout §2: with a hint of the browser’s own session nobody is asked, also when it has expired', async () => {
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

test('the cookies of the session are taken away', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    assert.ok(browser.cookies.has('KEYCLOAK_IDENTITY'));
    await open(browser, { id_token_hint: id_token });
    for (const name of ['KEYCLOAK_IDENTITY', 'KEYCLOAK_SESSION'])
      assert.equal(browser.cookies.has(name), false);
  });
});

test('a hint for another session than the browser’s is asked about', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    const { id_token } = await server.tokens();
    assert.equal(messageOf(await open(browser, { id_token_hint: id_token })), 'Do you want to log out?');
    assert.equal(server.ended.length, 0);
  });
});

test('a hint without the browser’s cookies ends the session that it names', async () => {
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

test('a hint of a session that has ended goes the same way, without an error', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { id_token, refresh_token } = await server.tokens({}, browser);
    await server.post('logout', { ...WEB, refresh_token });
    const page = await open(browser, { id_token_hint: id_token, post_logout_redirect_uri: BYE });
    assert.equal(page.headers.get('location'), BYE);
    assert.equal(server.ended.length, 1);
  });
});

test('without a session and with a place to go there is nothing to ask', async () => {
  await withOAuthServer(async (server) => {
    const page = await open(server.browser(), { client_id: 'web', post_logout_redirect_uri: BYE });
    assert.equal(page.headers.get('location'), BYE);
  });
});

test('OIDC RP-Initiated Logout §3: redirect URIs count where the client says so by +', async () => {
  await withOAuthServer(async (server) => {
    const place = 'http://app.test/callback';
    const page = await open(server.browser(), { client_id: 'web', post_logout_redirect_uri: place });
    assert.equal(page.headers.get('location'), place);
    const refused = { client_id: 'other', post_logout_redirect_uri: 'http://other.test/' };
    assert.equal((await open(server.browser(), refused)).status, 400);
  });
});

test('OIDC RP-Initiated Logout §3: state joins what is in the place already', async () => {
  await withOAuthServer(async (server) => {
    const place = 'http://app.test/out?a=1';
    await server.changeClient('web', { attributes: { 'post.logout.redirect.uris': place } });
    const query = { client_id: 'web', post_logout_redirect_uri: place, state: 'new' };
    const page = await open(server.browser(), query);
    assert.equal(page.headers.get('location'), 'http://app.test/out?a=1&state=new');
  });
});

test('a place with a state of its own is refused, so that there is never a second one', async () => {
  await withOAuthServer(async (server) => {
    const place = 'http://app.test/out?state=old';
    await server.changeClient('web', { attributes: { 'post.logout.redirect.uris': place } });
    const query = { client_id: 'web', post_logout_redirect_uri: place, state: 'new' };
    assert.equal(messageOf(await open(server.browser(), query)), 'Invalid redirect uri');
  });
});

test('OIDC RP-Initiated Logout §2: the request may come as a form', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    const form = { id_token_hint: id_token, post_logout_redirect_uri: BYE };
    const page = await browser.post('/realms/demo/protocol/openid-connect/logout', form);
    assert.equal(page.headers.get('location'), BYE);
  });
});

test('a disabled realm signs nobody out', async () => {
  await withOAuthServer(async (server) => {
    await server.changeRealm((realm) => ({ ...realm, enabled: false }));
    const page = await open(server.browser());
    assert.equal(page.status, 400);
    assert.equal(messageOf(page), 'Realm not enabled');
  });
});

test('somebody else’s session that a hint names is left alone where the browser has one of its own', async () => {
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

test('OIDC RP-Initiated Logout §2: ui_locales and logout_hint are taken and change nothing', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    const page = await open(browser, { id_token_hint: id_token, ui_locales: 'de fr', logout_hint: 'alice' });
    assert.equal(messageOf(page), 'You are logged out');
  });
});

test('OIDC RP-Initiated Logout §3: "-" stands for no place at all', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { attributes: { 'post.logout.redirect.uris': `-##${BYE}` } });
    const page = await open(server.browser(), { client_id: 'web', post_logout_redirect_uri: BYE });
    assert.equal(messageOf(page), 'Invalid redirect uri');
  });
});

test('a legacy redirect_uri is ignored: the person is asked, and stays', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    const { action, session_code } = readQuestion(await open(browser, { redirect_uri: BYE }));
    const page = await browser.post(action, { session_code });
    assert.equal(messageOf(page), 'You are logged out');
  });
});

test('a client with logout.confirmation.enabled shows the end with a link instead of leading on', async () => {
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

test('a hint signed by a key that is disabled by now is refused', async () => {
  await withOAuthServer(async (server) => {
    const { id_token } = await server.tokens();
    await server.changeRealm((realm) => ({ ...realm, components: {} }));
    const page = await open(server.browser(), { id_token_hint: id_token });
    assert.equal(messageOf(page), 'Invalid parameter: id_token_hint');
  });
});

test('a refresh token as hint is refused', async () => {
  await withOAuthServer(async (server) => {
    const { refresh_token } = await server.tokens();
    const page = await open(server.browser(), { id_token_hint: refresh_token });
    assert.equal(messageOf(page), 'Invalid parameter: id_token_hint');
  });
});

test('OIDC Core §11: a sign-out in the browser leaves the offline session alone', async () => {
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
  test(`RFC 6749 §3.1.2: a place after sign-out with a fragment is refused, whatever is registered: ${registered}`, async () => {
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
