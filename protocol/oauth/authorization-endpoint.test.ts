import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, type TestBrowser } from '#protocol/login/testing/browser.ts';
import { CALLBACK } from './testing/realm.ts';
import { type OAuthTestServer, refusalOf, withOAuthServer } from './testing/server.ts';

function rulesOf(server: OAuthTestServer): readonly string[] {
  const id = server.activity.list().records[0]?.id ?? '';
  const decisions = server.activity.find(id, { reveal: false })?.decisions ?? [];
  return decisions.filter(({ outcome }) => outcome === 'passed').map(({ rule }) => rule);
}

/** Of two errors, the first is reported. */
const FIRST: readonly (readonly [first: string, changes: Readonly<Record<string, string>>])[] = [
  ['check-client', { client_id: 'off', redirect_uri: 'http://evil.test/' }],
  ['resolve-request', { redirect_uri: 'http://evil.test/', request: 'x' }],
  ['check-redirect-uri', { redirect_uri: 'http://evil.test/', response_type: 'x' }],
  ['check-response-type', { response_type: 'x', response_mode: 'x' }],
  ['check-response-mode', { response_type: 'token', response_mode: 'x' }],
  ['check-flow', { response_type: 'token', scope: 'x' }],
  ['check-scope', { scope: 'x', code_challenge_method: 'S256' }],
  ['check-pkce', { code_challenge_method: 'S256', prompt: 'none login' }],
  ['check-interaction', { prompt: 'none create', claims: 'x' }],
  ['check-claims', { claims: 'x', id_token_hint: 'x' }],
  ['check-subject', { id_token_hint: 'x', prompt: 'create' }],
  ['register', { prompt: 'create' }],
];

for (const [first, changes] of FIRST) {
  test(`of several errors, ${first} is reported`, async () => {
    await withOAuthServer(async (server) => {
      assert.equal((await refusalOf(server, changes)).rule, first);
    });
  });
}

test('RFC 6749 §4.1.2.1: an error goes to the client with state and iss, and is not cached', async () => {
  await withOAuthServer(async (server) => {
    const { status, headers, leadsTo } = await server.authorize(server.browser(), { scope: 'x' });
    assert.equal(status, 302);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.deepEqual(leadsTo, {
      error: 'invalid_scope',
      error_description: 'Invalid scopes: x',
      state: 's1',
      iss: server.issuer,
    });
  });
});

test('RFC 6749 §4.1.2.1: no redirect to an unregistered address, with or without state', async () => {
  await withOAuthServer(async (server) => {
    for (const changes of [{ client_id: 'nobody' }, { redirect_uri: 'http://evil.test/' }]) {
      const { status, headers } = await server.authorize(server.browser(), changes);
      assert.equal(status, 400);
      assert.equal(headers.get('location'), null);
    }
  });
});

test('request parameters never become markup in a page', async () => {
  await withOAuthServer(async (server) => {
    const evil = '"><script>alert(1)</script>';
    for (const name of ['client_id', 'redirect_uri', 'login_hint', 'state', 'ui_locales', 'nonce']) {
      const { text } = await server.authorize(server.browser(), { [name]: evil });
      assert.doesNotMatch(text, /<script>alert/);
    }
  });
});

test('a session that ends during the sign-in is not restored', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { session_state = '' } = await server.signIn(browser);
    const realmId = server.store.realms.find('demo')?.id ?? '';
    await server.store.sessions.remove(realmId, session_state);
    assert.equal((await server.authorize(browser, { prompt: 'none' })).leadsTo['error'], 'login_required');
    assert.equal(await server.store.sessions.find(realmId, session_state), undefined);
  });
});

test('a client that is disabled during the sign-in gets no code', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const page = await server.authorize(browser);
    await server.changeClient('web', { enabled: false });
    const { status, text } = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(status, 400);
    assert.match(text, /Client disabled\./);
  });
});

test('a scope that the client loses during the sign-in is reported to the client', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const page = await server.authorize(browser, { scope: 'openid phone' });
    await server.changeClient('web', { optionalClientScopes: [] });
    const { leadsTo } = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(leadsTo['error'], 'invalid_scope');
    assert.equal(leadsTo['code'], undefined);
  });
});

test('RFC 6749 §4.1.2, RFC 9207 §2: the response contains state, session_state, iss and code in Keycloak’s order', async () => {
  await withOAuthServer(async (server) => {
    const answer = await server.signIn(server.browser());
    assert.deepEqual(Object.keys(answer), ['state', 'session_state', 'iss', 'code']);
    assert.equal(answer['iss'], server.issuer);
    assert.equal(answer['code']?.split('.')[1], answer['session_state']);
  });
});

test('a client can exclude iss and session_state from its responses', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', {
      attributes: {
        'exclude.session.state.from.auth.response': 'true',
        'exclude.issuer.from.auth.response': 'true',
      },
    });
    assert.deepEqual(Object.keys(await server.signIn(server.browser())), ['state', 'code']);
    const { leadsTo } = await server.authorize(server.browser(), { scope: 'x' });
    assert.equal('iss' in leadsTo, false);
  });
});

test('Multiple Response Types §4: response_type none signs in and returns no code', async () => {
  await withOAuthServer(async (server) => {
    const answer = await server.signIn(server.browser(), { response_type: 'none' });
    assert.deepEqual(Object.keys(answer), ['state', 'session_state', 'iss']);
  });
});

test('OIDC Core §3.1.2.1: the request can be sent as a form', async () => {
  await withOAuthServer(async (server) => {
    const form = { client_id: 'web', response_type: 'code', redirect_uri: CALLBACK, scope: 'openid' };
    const browser = server.browser();
    const page = await browser.post('/realms/demo/protocol/openid-connect/auth', form);
    assert.equal(page.status, 200);
    const { leadsTo } = await browser.post(formAction(page), {
      username: 'alice',
      password: 'alice-password',
    });
    assert.notEqual(leadsTo['code'], undefined);
  });
});

test('OIDC Core §3.1.2.3: a second client is signed in through the session, with the same session_state', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const first = await server.signIn(browser);
    const native = { client_id: 'native', redirect_uri: 'http://127.0.0.1/' };
    const { status, leadsTo } = await server.authorize(browser, native);
    assert.equal(status, 302);
    assert.equal(leadsTo['session_state'], first['session_state']);
  });
});

test('Activity shows every step by name, and the whole sign-in as one flow', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const page = await server.authorize(browser);
    assert.deepEqual(rulesOf(server), [
      'check-client',
      'resolve-request',
      'check-redirect-uri',
      'check-response-type',
      'check-response-mode',
      'check-flow',
      'check-dpop',
      'check-pushed',
      'check-duplicates',
      'check-sizes',
      'check-scope',
      'check-nonce',
      'check-pkce',
      'check-interaction',
      'check-claims',
      'check-acr',
      'check-action',
      'check-subject',
      'authentication-flow',
    ]);
    const flow = server.activity.list().records[0]?.flow;
    await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(server.activity.list().records[0]?.flow, flow);
  });
});

test('OIDC Core §3.1.2.4: withdrawn consent invalidates the code and the refresh token', async () => {
  await withOAuthServer(async (server) => {
    const redeem = async (browser: TestBrowser) => {
      const answer = await server.signIn(browser, { client_id: 'consenting' });
      return {
        grant_type: 'authorization_code',
        client_id: 'consenting',
        code: answer['code'] ?? '',
        redirect_uri: CALLBACK,
      };
    };
    const browser = server.browser();
    const asked = await browser.follow(
      await browser.signIn(
        await server.authorize(browser, { client_id: 'consenting' }),
        'alice',
        'alice-password',
      ),
    );
    assert.ok(
      (await browser.post(formAction(asked, 'understudy-consent'), { accept: 'Yes' })).leadsTo['code'],
    );
    const tokens = await server.post('token', await redeem(browser));
    assert.equal(tokens.status, 200);
    const late = await redeem(browser);
    const { id: realmId } = server.store.realms.find('demo') ?? { id: '' };
    const alice = await server.store.users.findByUsername(realmId, 'alice');
    await server.store.users.update(realmId, alice?.id ?? '', (user) => ({ ...user, clientConsents: [] }));
    const refresh = {
      grant_type: 'refresh_token',
      client_id: 'consenting',
      refresh_token: String(tokens.body['refresh_token']),
    };
    for (const form of [late, refresh]) {
      const { status, body } = await server.post('token', form);
      assert.equal(status, 400);
      assert.equal(body['error'], 'invalid_scope');
      assert.equal(body['error_description'], 'Client no longer has requested consent from user');
    }
  });
});

test('a client session that has ended starts over with the next sign-in through the session', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { attributes: { 'client.session.max.lifespan': '300' } });
    const browser = server.browser();
    await server.tokens({}, browser);
    server.pass(301);
    const { access_token } = await server.tokens({}, browser);
    const { status } = await server.send('userinfo', {
      headers: { authorization: `Bearer ${access_token}` },
    });
    assert.equal(status, 200);
  });
});
