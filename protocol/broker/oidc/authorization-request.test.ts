import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { answer, ask, withPeer } from '../testing/with-peer.ts';

test('OIDC Core §3.1.2.1: the request has state, nonce, scope and redirect URI, and the address keeps its parameters', () =>
  withPeer(
    async (given) => {
      const { searchParams } = await ask(given);
      assert.equal(searchParams.get('tenant'), 'a');
      assert.equal(searchParams.get('response_type'), 'code');
      assert.equal(searchParams.get('client_id'), 'app');
      assert.equal(searchParams.get('scope'), 'openid groups');
      assert.equal(
        searchParams.get('redirect_uri'),
        `${given.fixture.baseUrl}/realms/r/broker/peer/endpoint`,
      );
      assert.match(searchParams.get('state') ?? '', /^[\w-]{43}\.[\w-]+\.[\w-]+$/);
      assert.match(searchParams.get('nonce') ?? '', /^[\w-]{20,}$/);
      assert.equal(searchParams.has('code_challenge'), false);
      assert.equal(searchParams.has('client_secret'), false);
    },
    {
      authorizationUrl: 'http://127.0.0.1:9/auth?tenant=a',
      defaultScope: 'groups',
      'understudy.stand-in': 'never',
    },
  ));

test('Keycloak identity brokering: prompt, login_hint, ui_locales, max_age and acr are passed on as the settings say', async () => {
  const query = 'login_hint=pat&ui_locales=de%20fr&max_age=60&acr_values=gold&prompt=login';
  await withPeer(async (given) => {
    const { searchParams } = await ask(given, query);
    assert.equal(searchParams.get('acr_values'), 'gold');
    assert.equal(searchParams.get('prompt'), 'login');
    for (const name of ['login_hint', 'ui_locales', 'max_age'])
      assert.equal(searchParams.has(name), false, name);
  });
  const on = { loginHint: 'true', uiLocales: 'true', passMaxAge: 'true', prompt: 'consent' };
  await withPeer(async (given) => {
    const { searchParams } = await ask(given, query);
    const sent = ['login_hint', 'ui_locales', 'max_age', 'prompt'].map((name) => searchParams.get(name));
    assert.deepEqual(sent, ['pat', 'de fr', '60', 'consent']);
  }, on);
});

test('Keycloak identity brokering: the prompt of the application is passed on as it is, unless the setting replaces it', async () => {
  for (const [config, expected] of [
    [{}, 'select_account consent'],
    [{ prompt: 'login' }, 'login'],
  ] as const)
    await withPeer(async (given) => {
      const { searchParams } = await ask(given, 'prompt=select_account%20consent');
      assert.equal(searchParams.get('prompt'), expected);
    }, config);
});

test('Keycloak identity brokering: with prompt=none, the provider signs the person in without a page', () =>
  withPeer(
    async ({ browser, peer, fixture }) => {
      const user = { id: 'pat-id', username: 'pat', email: 'pat@peer.test', enabled: true };
      const identity = { identityProvider: 'peer', userId: 'peer-1', userName: 'pat' };
      await fixture.store.users.create('r-id', {
        ...user,
        firstName: 'P',
        lastName: 'P',
        federatedIdentities: [identity],
      });
      const begun = await browser.open('prompt=none&kc_idp_hint=peer');
      const sent = await browser.get(begun.headers.get('location') ?? '');
      const { searchParams } = new URL(sent.headers.get('location') ?? '');
      assert.equal(searchParams.get('prompt'), 'none');
      peer.nonce = searchParams.get('nonce') ?? '';
      const given = { browser, peer, fixture };
      const done = await answer(given, { state: searchParams.get('state') ?? '', code: 'c' });
      assert.ok(done.leadsTo['code'], done.text);
    },
    { acceptsPromptNoneForwardFromClient: 'true' },
  ));

for (const method of ['S256', 'plain'])
  test(`RFC 7636 §4: PKCE with ${method}`, () =>
    withPeer(
      async (given) => {
        const { searchParams } = await ask(given);
        assert.equal(searchParams.get('code_challenge_method'), method);
        const done = await answer(given, { state: searchParams.get('state') ?? '', code: 'c' });
        assert.ok(done.leadsTo['code'], done.text);
        const verifier =
          given.peer.asked.find(({ path }) => path === '/token')?.form.get('code_verifier') ?? '';
        const challenge =
          method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
        assert.equal(searchParams.get('code_challenge'), challenge);
      },
      { pkceEnabled: 'true', pkceMethod: method },
    ));
