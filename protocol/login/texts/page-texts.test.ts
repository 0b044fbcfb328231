import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '#protocol/http/html.ts';
import { createTestExchange, type TestExchange } from '#protocol/http/testing/exchange.ts';
import { formAction } from '../testing/browser.ts';
import { authorizationUrl } from '../testing/login-browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';
import { pageUrlOf, textsOf } from './page-texts.ts';

const LANGUAGES = { internationalizationEnabled: true, supportedLocales: ['en', 'de', 'ar', 'xx'] };
const texts = (given: TestExchange = {}) => textsOf(createTestExchange(given));
const own = (localizationTexts: Record<string, Record<string, string>>) =>
  texts({ realm: { ...LANGUAGES, localizationTexts } });

test('localizationTexts: the realm’s text is shown instead of ours, with its values', () => {
  assert.equal(own({ en: { loginTitle: 'Welcome to {0}' } }).say('loginTitle', 'Shop'), 'Welcome to Shop');
  assert.equal(own({ en: { other: 'x' } }).say('loginTitle', 'Shop'), 'Sign in to Shop');
});

test('bad input: a broken text of the realm falls back to ours and is warned about once', () => {
  const warnings: string[] = [];
  const exchange = createTestExchange({ realm: { localizationTexts: { en: { doLogIn: 'Go {7}' } } } });
  const log = { ...exchange.log, warn: (text: string) => void warnings.push(text) };
  for (let request = 0; request < 3; request += 1)
    assert.equal(textsOf({ ...exchange, log }).say('doLogIn'), 'Sign In');
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /Text doLogIn of language en is broken.*localizationTexts\.en\.doLogIn/);
});

test('markup stands where the placeholder is, and neither text nor value can contain any', () => {
  const { fill } = own({ en: { oauthGrantTitle: '<i> {0} & {0}' } });
  // As in Keycloak's theme, where the text is what follows the link.
  assert.equal(
    String(own({ en: { emailLinkIdp5: 'to go on' } }).fill('emailLinkIdp5', html`<b>x</b>`)),
    '<b>x</b> to go on',
  );
  assert.equal(
    String(fill('oauthGrantTitle', html`<b>${'<x>'}</b>`)),
    '&lt;i&gt; <b>&lt;x&gt;</b> &amp; <b>&lt;x&gt;</b>',
  );
});

test('a text of settings is itself, the text of its key, or what is given for an unknown key', () => {
  const { resolve } = own({ en: { shirt: 'Shirt size' } });
  const key = (name: string) => `\${${name}}`;
  assert.equal(resolve('Badge'), 'Badge');
  assert.equal(resolve(key('shirt')), 'Shirt size');
  assert.equal(resolve(key('firstName')), 'First name');
  assert.equal(resolve(key('gone')), 'gone');
  assert.equal(resolve(key('gone'), 'orders'), 'orders');
  for (const name of ['constructor', '__proto__']) assert.equal(resolve(key(name)), name);
});

test('a language without texts is shown, and announced, as English', () => {
  const { locale, direction, say } = texts({ realm: LANGUAGES, query: 'kc_locale=xx' });
  assert.deepEqual([locale, direction, say('doLogIn')], ['en', 'ltr', 'Sign In']);
});

test('the address of a page without a tab is its own, without the language', () => {
  assert.equal(pageUrlOf(createTestExchange({ query: 'a=1&kc_locale=de&b=2' })), '?a=1&b=2');
  assert.equal(pageUrlOf(createTestExchange()), '?');
  assert.equal(pageUrlOf({ ...createTestExchange(), method: 'POST' }), undefined);
  assert.equal(pageUrlOf(createTestExchange({ query: `a=${'x'.repeat(100_000)}` })), undefined);
});

const MANY = {
  internationalizationEnabled: true,
  supportedLocales: ['en', 'de', 'fr', 'es', 'ar'],
  defaultLocale: 'fr',
};
const BUTTONS = { de: 'Anmelden', fr: 'Se connecter', es: 'Iniciar sesión', en: 'Sign In' };
const buttonOf = (text: string) => /id="kc-login"[^>]*>([^<]*)</.exec(text)?.[1];

test('Keycloak locale: kc_locale, then ui_locales, the cookie and the realm’s default decide on the page', () =>
  withLogin(async (_fixture, browser) => {
    assert.equal(buttonOf((await browser.open()).text), BUTTONS.fr);
    browser.cookies.set('KEYCLOAK_LOCALE', 'es');
    assert.equal(buttonOf((await browser.open()).text), BUTTONS.es);
    assert.equal(buttonOf((await browser.open('ui_locales=xx%20de')).text), BUTTONS.de);
    const page = await browser.open('ui_locales=de&kc_locale=en');
    assert.equal(buttonOf(page.text), BUTTONS.en);
    assert.match(page.text, /<html lang="en" dir="ltr"[^>]*>/);
    assert.match(
      page.headers.getSetCookie().join('\n'),
      /^KEYCLOAK_LOCALE=en; .*Path=\/realms\/r\/.*HttpOnly/m,
    );
  }, MANY));

test('Keycloak locale: a known user’s language comes before ui_locales, and the cookie follows it', () =>
  withLogin(async (fixture, browser) => {
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({
      ...user,
      attributes: { locale: ['de'] },
    }));
    const answer = await browser.signIn(await browser.open('ui_locales=es'), 'alice', 'alice-password');
    assert.match(answer.headers.getSetCookie().join('\n'), /^KEYCLOAK_LOCALE=de;/m);
    assert.equal(buttonOf((await browser.open('prompt=login&ui_locales=es')).text), BUTTONS.de);
  }, MANY));

test('Keycloak locale: the cookie is deleted when a user without a language signs in', () =>
  withLogin(async (_fixture, browser) => {
    browser.cookies.set('KEYCLOAK_LOCALE', 'es');
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    assert.equal(browser.cookies.has('KEYCLOAK_LOCALE'), false);
  }, MANY));

test('people read messages in their language; Activity, codes and claims stay English', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.signIn(await browser.open('kc_locale=de'), 'alice', 'wrong');
    assert.match(page.text, /Benutzername oder Passwort ist falsch\./);
    assert.match(page.text, /<html lang="de"/);
    const recorded = JSON.stringify(fixture.activity.list());
    assert.match(recorded, /Invalid username or password/);
    assert.doesNotMatch(recorded, /Benutzername oder/);
    const error = await browser.open('kc_locale=de&redirect_uri=https%3A%2F%2Fevil.example');
    assert.match(error.text, /<p class="instruction">Ungültiger Parameter: redirect_uri<\/p>/);
    assert.match(error.text, /lang="en" dir="ltr">\n<h2 id="operator-heading">For developers/);
  }, MANY));

test('a language that is chosen on a page stays with the tab, whose form stays valid', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open();
    const url = /<option value="([^"]*kc_locale=ar)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const again = await browser.get(url);
    assert.match(again.text, /<html lang="ar" dir="rtl"[^>]*>/);
    const wrong = await browser.post(formAction(again), { username: 'alice', password: 'wrong' });
    assert.match(wrong.text, /<html lang="ar" dir="rtl"[^>]*>/);
    const done = await browser.signIn(wrong, 'alice', 'alice-password');
    assert.notEqual(done.leadsTo['code'], undefined);
  }, MANY));

for (const [what, query] of [
  ['kc_locale of 100,000 characters', `kc_locale=${'x'.repeat(100_000)}`],
  ['ui_locales of 100,000 characters', `ui_locales=${'x'.repeat(100_000)}`],
  ['a thousand ui_locales', `ui_locales=${'xx%20'.repeat(1000)}`],
  ['an unknown language', 'kc_locale=tlh&ui_locales=tlh'],
  ['markup', 'kc_locale=%22%3E%3Cscript%3E&ui_locales=%22%3E'],
  ['names of JavaScript', 'kc_locale=__proto__&ui_locales=constructor%20toString'],
] as const)
  test(`bad input: ${what} falls back to another language`, () =>
    withLogin(async (_fixture, browser) => {
      const page = await browser.open(query);
      assert.ok(page.status < 500, String(page.status));
      if (page.status === 200) assert.equal(buttonOf(page.text), BUTTONS.fr);
      assert.doesNotMatch(page.text, /<script>(?!\(\(\) =>)/);
    }, MANY));

test('bad input: a cookie with an unknown language, and settings that are no languages, do not fail', () =>
  withLogin(
    async (_fixture, browser) => {
      browser.cookies.set('KEYCLOAK_LOCALE', '%%%');
      const page = await browser.open('kc_locale=%22%3E%3Cb%3E');
      assert.equal(page.status, 200);
      assert.equal(buttonOf(page.text), BUTTONS.en);
    },
    { ...MANY, supportedLocales: ['"><b>', 'de_DE', ''], defaultLocale: '__proto__' },
  ));

const A_THOUSAND = Array.from({ length: 1000 }, (_, n) => `x${n};q=0.${(n % 9) + 1}`).join(',');

const openWith = (fixture: LoginFixture, headers: Record<string, string>, query = ''): Promise<Response> =>
  fetch(fixture.baseUrl + authorizationUrl(query), { headers: { accept: 'text/html', ...headers } });

for (const [what, headers, query] of [
  ['a thousand languages in one header', { 'accept-language': A_THOUSAND }, ''],
  [
    'a thousand languages, and a known one among the first',
    { 'accept-language': `de;q=0,${A_THOUSAND}` },
    '',
  ],
  ['commas and weights without languages', { 'accept-language': ',;q=1,;;q,'.repeat(1000) }, ''],
  ['a cookie that is no percent-encoding', { cookie: 'KEYCLOAK_LOCALE=%E0%A4%A' }, ''],
  ['a cookie with markup', { cookie: 'KEYCLOAK_LOCALE="><script>alert(1)</script>' }, ''],
  ['a cookie of 20,000 characters', { cookie: `KEYCLOAK_LOCALE=${'de'.repeat(10_000)}` }, ''],
  ['two cookies', { cookie: 'KEYCLOAK_LOCALE=xx; KEYCLOAK_LOCALE=yy' }, ''],
  [
    'everything at once',
    { 'accept-language': A_THOUSAND, cookie: 'KEYCLOAK_LOCALE=%' },
    'ui_locales=xx&kc_locale=yy',
  ],
] as const)
  test(`bad input: ${what}: the sign-in page in the realm’s language`, () =>
    withLogin(async (fixture) => {
      const response = await openWith(fixture, headers, query);
      const text = await response.text();
      assert.equal(response.status, 200);
      assert.match(text, /<html lang="fr" dir="ltr"[^>]*>/);
      assert.equal(buttonOf(text), BUTTONS.fr);
      assert.doesNotMatch(text, /alert\(1\)/);
    }, MANY));

test('RFC 6585 §5: a header of 100,000 characters is refused before any page, and the next request is answered', () =>
  withLogin(async (fixture) => {
    assert.equal((await openWith(fixture, { 'accept-language': 'x,'.repeat(50_000) })).status, 431);
    assert.equal((await openWith(fixture, {})).status, 200);
  }, MANY));

test('RFC 6749 §3.1: a repeated kc_locale is refused in an authorization request; on pages the first one counts', () =>
  withLogin(async (fixture, browser) => {
    const url = `${fixture.baseUrl + authorizationUrl('kc_locale=de')}&kc_locale=es`;
    const refused = await browser.get(url);
    assert.deepEqual([refused.status, refused.leadsTo['error']], [302, 'invalid_request']);
    const action = formAction(await browser.open());
    const page = await browser.get(`${action}&kc_locale=de&kc_locale=es`);
    assert.equal(page.status, 200);
    assert.match(page.text, /<html lang="de"/);
  }, MANY));
