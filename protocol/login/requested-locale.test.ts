import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { type LoginFixture, withLogin } from './testing/login-fixture.ts';

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
          assert.doesNotMatch(page.text, /<script/);
          await browser.signIn(page, 'alice', 'alice-password');
        }
        assert.ok(page.status < 500);
        assert.equal(await localeOf(fixture), undefined);
      },
      realm as Partial<RealmRepresentation>,
    ));
