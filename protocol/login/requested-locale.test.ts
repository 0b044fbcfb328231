import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { formAction, linkTarget, type TestPage } from './testing/browser.ts';
import { authorizationUrl, type LoginBrowser } from './testing/login-browser.ts';
import { type LoginFixture, withLogin } from './testing/login-fixture.ts';
import { newestLink } from './testing/sent-links.ts';

const LANGUAGES: Partial<RealmRepresentation> = {
  internationalizationEnabled: true,
  supportedLocales: ['en', 'de'],
};

const localeOf = async ({ store }: LoginFixture) =>
  (await store.users.find('r-id', 'alice-id'))?.attributes?.['locale'];

test('Keycloak update_user_locale: the language of kc_locale is saved when the sign-in ends, not before', () =>
  withLogin(async (fixture, browser) => {
    const events: string[] = [];
    fixture.activity.observe((recorded) =>
      events.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`.trim())),
    );
    const page = await browser.open('kc_locale=de');
    const wrong = await browser.signIn(page, 'alice', 'wrong');
    assert.equal(await localeOf(fixture), undefined);
    assert.equal(await browser.usernameOf(await browser.signIn(wrong, 'alice', 'alice-password')), 'alice');
    assert.deepEqual(await localeOf(fixture), ['de']);
    assert.deepEqual(events.slice(0, 3), ['LOGIN invalid_user_credentials', 'UPDATE_PROFILE', 'LOGIN']);
  }, LANGUAGES));

test('Keycloak update_user_locale: single sign-on saves another language, the same one changes nothing', () =>
  withLogin(async (fixture, browser) => {
    await browser.signIn(await browser.open('kc_locale=de'), 'alice', 'alice-password');
    const events: string[] = [];
    fixture.activity.observe((recorded) =>
      events.push(...userEventsOf(recorded, undefined).map(({ kind }) => kind)),
    );
    await browser.open('kc_locale=de');
    assert.deepEqual(events, ['LOGIN']);
    await browser.open('kc_locale=en');
    assert.deepEqual(await localeOf(fixture), ['en']);
    assert.deepEqual(events.slice(1), ['UPDATE_PROFILE', 'LOGIN']);
    await browser.open();
    assert.deepEqual(await localeOf(fixture), ['en']);
  }, LANGUAGES));

test('Keycloak kc_locale: the parameter of a page of the sign-in counts as well', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    const tab = /login-actions\/authenticate\?[^"]*/.exec(page.text)?.[0].replaceAll('&amp;', '&') ?? '';
    const url = `/realms/r/${tab.replace(/session_code=[^&]*&/, '')}&kc_locale=de`;
    await browser.signIn(await browser.get(url), 'alice', 'alice-password');
    assert.deepEqual(await localeOf(fixture), ['de']);
  }, LANGUAGES));

for (const [what, query, realm] of [
  ['a language that the realm does not have', 'kc_locale=fr', LANGUAGES],
  ['markup', 'kc_locale=%3Cscript%3E', LANGUAGES],
  ['nothing', 'kc_locale=', LANGUAGES],
  ['a name of JavaScript', 'kc_locale=__proto__', LANGUAGES],
  ['10,000 characters', `kc_locale=${'x'.repeat(10_000)}`, LANGUAGES],
  ['ui_locales, which only asks', 'ui_locales=de', LANGUAGES],
  ['a realm without internationalizationEnabled', 'kc_locale=de', { supportedLocales: ['en', 'de'] }],
  [
    'a realm that has disabled the action',
    'kc_locale=de',
    { ...LANGUAGES, requiredActions: [{ alias: 'update_user_locale', enabled: false }] },
  ],
] as const)
  test(`Keycloak kc_locale: ignored with ${what}`, () =>
    withLogin(
      async (fixture, browser) => {
        const page = await browser.open(query);
        if (page.status === 200) {
          assert.doesNotMatch(page.text, /<script>(?!\(\(\) =>)/);
          await browser.signIn(page, 'alice', 'alice-password');
        }
        assert.ok(page.status < 500);
        assert.equal(await localeOf(fixture), undefined);
      },
      realm as Partial<RealmRepresentation>,
    ));

const EVE = {
  username: 'eve',
  email: 'eve@example.test',
  firstName: 'Eve',
  lastName: 'Adams',
  password: 'eves-password',
  'password-confirm': 'eves-password',
};
const JOURNEYS: Partial<RealmRepresentation> = {
  ...LANGUAGES,
  registrationAllowed: true,
  resetPasswordAllowed: true,
};
const NEW_PASSWORD = { 'password-new': 'brand-new', 'password-confirm': 'brand-new' };

const localeOfEve = async ({ store }: LoginFixture) =>
  (await store.users.findByUsername('r-id', 'eve'))?.attributes?.['locale'];

const register = (browser: LoginBrowser, page: TestPage, fields: Readonly<Record<string, string>> = EVE) =>
  browser.post(formAction(page, 'kc-register-form'), fields);

function registerLink({ text }: TestPage): string {
  return /id="kc-registration">.*?<a href="([^"]*)">/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

test('Keycloak kc_locale: the parameter of prompt=create stays with the registration, also after a mistake', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open('prompt=create&kc_locale=de');
    const again = await register(browser, page, { ...EVE, 'password-confirm': 'other' });
    assert.equal((await register(browser, again)).status, 302);
    assert.deepEqual(await localeOfEve(fixture), ['de']);
  }, JOURNEYS));

test('Keycloak kc_locale: the parameter of …/registrations and of the page of the registration', () =>
  withLogin(async (fixture, browser) => {
    const url = authorizationUrl('kc_locale=de').replace('/auth?', '/registrations?');
    await register(browser, await browser.get(url));
    assert.deepEqual(await localeOfEve(fixture), ['de']);
    const other = fixture.browser();
    const page = await other.get(`${registerLink(await other.open())}&kc_locale=de`);
    await register(other, page, { ...EVE, username: 'ada', email: 'ada@example.test' });
    assert.deepEqual((await fixture.store.users.findByUsername('r-id', 'ada'))?.attributes?.['locale'], [
      'de',
    ]);
  }, JOURNEYS));

test('Keycloak kc_locale: the language of the sign-in page goes with the person to the registration', () =>
  withLogin(async (fixture, browser) => {
    await register(browser, await browser.get(registerLink(await browser.open('kc_locale=de'))));
    assert.deepEqual(await localeOfEve(fixture), ['de']);
  }, JOURNEYS));

/** Asks for the link of a forgotten password. */
async function forget(browser: LoginBrowser, query: string, more = ''): Promise<TestPage> {
  const page = await browser.get(linkTarget(await browser.open(query), 'kc-forgot-password') + more);
  return browser.follow(
    await browser.post(formAction(page, 'kc-reset-password-form'), { username: 'alice' }),
  );
}

const subjectOf = async ({ mailbox }: LoginFixture) => (await mailbox.list('r-id'))[0]?.subject;

for (const [where, query, more] of [
  ['sign-in page', 'kc_locale=de', ''],
  ['page of a forgotten password', '', '&kc_locale=de'],
] as const)
  test(`Keycloak kc_locale: chosen on the ${where}, it writes the message, and stays through the new password`, () =>
    withLogin(async (fixture, browser) => {
      await forget(browser, query, more);
      assert.equal(await subjectOf(fixture), 'Wählen Sie ein neues Passwort');
      const change = await browser.follow(await browser.get(await newestLink(fixture, 'alice@example.test')));
      const answer = await browser.post(formAction(change, 'kc-passwd-update-form'), NEW_PASSWORD);
      assert.notEqual(answer.leadsTo['code'], undefined);
      assert.deepEqual(await localeOf(fixture), ['de']);
    }, JOURNEYS));

test('Keycloak locale: without a choice, a message is in the language of ui_locales, and else of the realm', () =>
  withLogin(async (fixture, browser) => {
    await forget(browser, 'ui_locales=fr%20de');
    assert.equal(await subjectOf(fixture), 'Wählen Sie ein neues Passwort');
    browser.cookies.clear();
    await forget(browser, '');
    assert.equal(await subjectOf(fixture), 'Choose a new password');
    assert.equal(await localeOf(fixture), undefined);
  }, JOURNEYS));

test('Keycloak locale: the language of the user comes before the request’s, unless the person has chosen one', () =>
  withLogin(async (fixture, browser) => {
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({
      ...user,
      attributes: { locale: ['de'] },
    }));
    await forget(browser, 'ui_locales=en');
    assert.equal(await subjectOf(fixture), 'Wählen Sie ein neues Passwort');
    await forget(browser, 'kc_locale=en');
    assert.equal(await subjectOf(fixture), 'Choose a new password');
  }, JOURNEYS));

test('Keycloak kc_locale: the parameter of the page of a required action; its form stays valid', () =>
  withLogin(async (fixture, browser) => {
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({
      ...user,
      requiredActions: ['UPDATE_PASSWORD'],
    }));
    const answer = await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const location = answer.headers.get('location') ?? '';
    const page = await browser.get(`${location}&kc_locale=de`);
    const done = await browser.post(formAction(page, 'kc-passwd-update-form'), NEW_PASSWORD);
    assert.notEqual(done.leadsTo['code'], undefined);
    assert.deepEqual(await localeOf(fixture), ['de']);
  }, LANGUAGES));

test('Keycloak kc_locale: the parameter of a form counts as well, and the form stays valid', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    const fields = { username: 'alice', password: 'alice-password' };
    const answer = await browser.post(`${formAction(page)}&kc_locale=de`, fields);
    assert.notEqual(answer.leadsTo['code'], undefined);
    assert.deepEqual(await localeOf(fixture), ['de']);
  }, LANGUAGES));

test('Keycloak kc_locale: the language outlives a restart of the sign-in', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open('kc_locale=de');
    const restart = formAction(page).replace('/authenticate?', '/restart?');
    const again = await browser.follow(await browser.get(restart));
    await browser.signIn(again, 'alice', 'alice-password');
    assert.deepEqual(await localeOf(fixture), ['de']);
  }, LANGUAGES));

test('kc_locale: a link of another browser changes no language', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    const stranger = await fixture.browser().get(`${formAction(page)}&kc_locale=de`);
    assert.equal(stranger.status, 400);
    await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(await localeOf(fixture), undefined);
  }, LANGUAGES));
