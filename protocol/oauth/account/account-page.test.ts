import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { ACCOUNT, accountSettings, findUser } from '../testing/account.ts';
import { type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

const HTML = { accept: 'text/html,application/xhtml+xml' };
const PAGE =
  '<html lang="en"><script id="environment">"__ENVIRONMENT__"</script><script src="./assets/a.js"></script>';
const CALLBACK = 'http://app.test/callback';

/** A server with a page; the real one is built from renderer/account and tested in e2e/. */
function withPage(
  use: (server: OAuthTestServer) => Promise<void>,
  changes: Partial<RealmRepresentation> = accountSettings(['manage-account']),
): Promise<void> {
  return withOAuthServer(async (server) => {
    mkdirSync(join(server.home, 'console', 'account'), { recursive: true });
    writeFileSync(join(server.home, 'console', 'account', 'index.html'), PAGE);
    await use(server);
  }, changes);
}

async function openSignedIn(server: OAuthTestServer, path = '') {
  const browser = server.browser();
  await server.signIn(browser, {});
  return browser.get(`${server.baseUrl}${ACCOUNT}${path}`);
}

const LANGUAGES = {
  internationalizationEnabled: true,
  supportedLocales: ['en', 'de', 'fr', 'es', 'ar', 'xx'],
  defaultLocale: 'fr',
};
const inGerman = accountSettings(['manage-account'], { attributes: { locale: ['de'] } });

const environmentOf = (text: string): Record<string, unknown> =>
  JSON.parse(/<script id="environment">(.*?)<\/script>/.exec(text)?.[1] ?? '') as Record<string, unknown>;

for (const path of ['', '/', '/applications', '/groups', '/account-security/signing-in', '/content/x'])
  test(`Keycloak account console: ${path || 'its address'} is the page for a browser that is signed in`, () =>
    withPage(async (server) => {
      const { status, text } = await openSignedIn(server, path);
      assert.equal(status, 200);
      assert.match(text, /src="\/resources\/understudy\/account\/console\/assets\/a\.js"/);
      const { baseUrl, realm, clientId } = environmentOf(text);
      assert.deepEqual(
        [baseUrl, realm, clientId],
        [`${server.baseUrl}/realms/demo/account/`, 'demo', 'account-console'],
      );
    }));

test('Keycloak account console: users who are not signed in sign in first, with PKCE, and comes back to the same screen', () =>
  withPage(async (server) => {
    const path = `${ACCOUNT}/account-security/signing-in?referrer=web&referrer_uri=${encodeURIComponent(CALLBACK)}&x=1`;
    const { status, headers } = await server.send(path, { headers: HTML });
    const target = new URL(headers.get('location') ?? '');
    assert.deepEqual([status, target.pathname], [302, '/realms/demo/protocol/openid-connect/auth']);
    assert.equal(target.searchParams.get('client_id'), 'account-console');
    assert.equal(target.searchParams.get('code_challenge_method'), 'S256');
    const back = new URL(target.searchParams.get('redirect_uri') ?? '');
    assert.equal(back.pathname, '/realms/demo/account/account-security/signing-in');
    assert.deepEqual([...back.searchParams.keys()], ['referrer', 'referrer_uri']);
    const page = await server.browser().get(target.href);
    assert.match(page.text, /data-page-id="login-login"/);
  }));

test('Keycloak account console: a realm, a screen and a host with the names of other parts lead nowhere else', () =>
  withPage(async (server) => {
    for (const path of ['//evil.test/x', '/..%2f..%2fmaster', '/%2f%2fevil.test']) {
      const { headers } = await server.send(`${ACCOUNT}${path}`, { headers: HTML });
      const back = new URL(new URL(headers.get('location') ?? '').searchParams.get('redirect_uri') ?? '');
      assert.equal(back.origin, server.baseUrl);
      assert.ok(back.pathname.startsWith('/realms/demo/account/'), back.href);
    }
  }));

test('Keycloak account console: the code of the first sign-in is removed, and an error is left to the console', () =>
  withPage(async (server) => {
    const { status, location } = await openSignedIn(server, '/?code=abc&session_state=s&iss=i').then(
      (page) => ({
        status: page.status,
        location: page.headers.get('location'),
      }),
    );
    assert.deepEqual([status, location], [302, `${server.baseUrl}/realms/demo/account/`]);
    assert.equal((await openSignedIn(server, '/?code=abc&state=own')).status, 200);
    const refused = await server.send(`${ACCOUNT}/?error=access_denied&state=own`, { headers: HTML });
    assert.equal(refused.status, 200);
  }));

test('Content-Security-Policy: only files of the server run, and no other site frames the page', () =>
  withPage(async (server) => {
    const { headers } = await openSignedIn(server);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
    assert.match(policy, /frame-ancestors 'self'/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.match(headers.get('cache-control') ?? '', /no-store/);
  }));

test('a value of the realm cannot end the script element with the environment', () =>
  withPage(async (server) => {
    await server.changeClient('web', {
      name: '</script><script>alert(1)</script>',
      baseUrl: 'http://app.test/',
    });
    const { text } = await openSignedIn(server, '/?referrer=web');
    assert.equal(text.split('</script>').length, PAGE.split('</script>').length);
    assert.equal(environmentOf(text)['referrerName'], '</script><script>alert(1)</script>');
  }));

/** The language of the page in `lang`, in `dir`, and for the screens. */
function languageOf(text: string): readonly unknown[] {
  const [, lang, direction] = /<html lang="([^"]*)" dir="([^"]*)">/.exec(text) ?? [];
  return [lang, direction, environmentOf(text)['locale']];
}

test('Keycloak locale: kc_locale, the user’s language, the cookie, Accept-Language and the realm’s default decide', () =>
  withPage(
    async (server) => {
      const browser = server.browser();
      await server.signIn(browser, {});
      const open = async (query = '', headers = {}) => {
        const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
        const path = `${ACCOUNT}/${query}`;
        return languageOf((await server.send(path, { headers: { ...HTML, cookie, ...headers } })).text);
      };
      const change = async (locale: readonly string[]) => {
        const realmId = server.store.realms.find('demo')?.id ?? '';
        const { id } = await findUser(server);
        await server.store.users.update(realmId, id, (user) => ({
          ...user,
          attributes: { locale: [...locale] },
        }));
      };
      assert.deepEqual(await open(), ['de', 'ltr', 'de']);
      await change([]);
      browser.cookies.delete('KEYCLOAK_LOCALE');
      assert.deepEqual(await open(), ['fr', 'ltr', 'fr']);
      assert.deepEqual(await open('', { 'accept-language': 'ar-EG' }), ['ar', 'rtl', 'ar']);
      assert.deepEqual(await open('?kc_locale=es', { 'accept-language': 'ar' }), ['es', 'ltr', 'es']);
      await browser.get(`${server.baseUrl}${ACCOUNT}/?kc_locale=es`);
      // The cookie remembers it.
      assert.deepEqual(await open('', { 'accept-language': 'ar' }), ['es', 'ltr', 'es']);
      await change(['ar']);
      assert.deepEqual(await open(), ['ar', 'rtl', 'ar']);
    },
    { ...inGerman, ...LANGUAGES },
  ));

test('Keycloak locale: kc_locale reaches the sign-in page, unless the realm does not have the language', () =>
  withPage(
    async (server) => {
      for (const [sent, expected] of [
        ['es', 'es'],
        ['tlh', null],
        ['%22%3E', null],
        ['__proto__', null],
      ] as const) {
        const { headers } = await server.send(`${ACCOUNT}/?kc_locale=${sent}`, { headers: HTML });
        const target = new URL(headers.get('location') ?? '');
        assert.equal(target.searchParams.get('kc_locale'), expected);
      }
    },
    { ...inGerman, ...LANGUAGES },
  ));

test('internationalizationEnabled: without it the page is in English, whatever the request and the user want', () =>
  withPage(async (server) => {
    const { text } = await openSignedIn(server, '/?kc_locale=ar');
    assert.deepEqual(languageOf(text), ['en', 'ltr', 'en']);
  }, inGerman));

test('bad input: a language without texts is announced as English', () =>
  withPage(
    async (server) => {
      const { text } = await openSignedIn(server, '/?kc_locale=xx');
      assert.deepEqual(languageOf(text), ['en', 'ltr', 'en']);
    },
    { ...inGerman, ...LANGUAGES },
  ));

for (const [what, change] of [
  ['a disabled client account', { enabled: false }],
  ['no client account', { clientId: 'other-account' }],
] as const)
  test(`Keycloak account console: with ${what} the page explains it`, () =>
    withPage(async (server) => {
      await server.changeClient('account', change);
      const { status, text, refusal } = await server.send(ACCOUNT, { headers: HTML });
      assert.equal(status, 404);
      assert.match(text, /account management not enabled/);
      assert.match(refusal?.remedy ?? '', /enabled of client account/);
    }));

test('Keycloak account console: a disabled realm has none', () =>
  withPage(async (server) => {
    await server.changeRealm((realm) => ({ ...realm, enabled: false }));
    const { status, refusal } = await server.send(ACCOUNT, { headers: HTML });
    assert.equal(status, 403);
    assert.ok(refusal?.remedy);
  }));

test('an installation without the built page says so', () =>
  withOAuthServer(async (server) => {
    const { status } = await openSignedIn(server);
    assert.equal(status, 404);
    assert.match(server.activity.list().records[0]?.refusal?.remedy ?? '', /npm run build/);
  }, accountSettings([])));

for (const method of ['POST', 'PUT', 'DELETE'])
  test(`Keycloak account API: ${method} of an unknown path below the account is not implemented`, () =>
    withPage(async (server) => {
      const { status, refusal } = await server.send(`${ACCOUNT}/unknown/path`, { method, headers: HTML });
      assert.equal(status, 404);
      assert.match(refusal?.remedy ?? '', /^It belongs to the parts of the account API/);
    }));
