import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { formAction } from '../testing/browser.ts';
import { withLogin } from '../testing/login-fixture.ts';
import { atAction } from '../testing/required-action.ts';

const ACTION = 'update_user_locale';
const FORM = 'understudy-locale-form';
const LANGUAGES = { internationalizationEnabled: true, supportedLocales: ['en', 'de', 'zh_<b>'] };

test('differences "Language of users": the page offers the languages of the realm, and the choice is the attribute', () =>
  atAction(
    ACTION,
    async ({ page, send, alice, browser, fixture }) => {
      const events: unknown[] = [];
      fixture.activity.observe((recorded) =>
        events.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`.trim())),
      );
      assert.match(page.text, /<option value="de" lang="de" selected>Deutsch</);
      assert.match(page.text, /<option value="zh_&lt;b&gt;"/);
      const answer = await send(FORM, { locale: 'en' });
      assert.equal(await browser.usernameOf(answer), 'alice');
      const stored = await alice();
      assert.deepEqual(stored.attributes, { locale: ['en'], team: ['a'] });
      assert.deepEqual(stored.requiredActions, []);
      assert.deepEqual(events.slice(0, 2), ['UPDATE_PROFILE', 'LOGIN']);
    },
    { realm: LANGUAGES, user: { username: 'alice', attributes: { locale: ['de'], team: ['a'] } } },
  ));

test('the default language of the realm is chosen for whoever has none', () =>
  atAction(ACTION, async ({ page }) => assert.match(page.text, /<option value="de" lang="de" selected>/), {
    realm: { ...LANGUAGES, defaultLocale: 'de' },
  }));

for (const [what, internationalizationEnabled, languages] of [
  ['without internationalizationEnabled', false, ['en', 'de']],
  ['with one language', true, ['en', 'en']],
  ['without languages', true, []],
] as const)
  test(`Keycloak update_user_locale: a realm ${what} asks nobody, and an application gets success`, () =>
    withLogin(
      async (fixture, browser) => {
        await fixture.store.users.update('r-id', 'alice-id', (user) => ({
          ...user,
          requiredActions: [ACTION],
        }));
        const answer = await browser.signIn(
          await browser.open(`kc_action=${ACTION}`),
          'alice',
          'alice-password',
        );
        assert.equal(answer.leadsTo['kc_action_status'], 'success');
        const stored = await fixture.store.users.find('r-id', 'alice-id');
        assert.equal(stored?.attributes?.['locale'], undefined);
      },
      { internationalizationEnabled, supportedLocales: [...languages] },
    ));

test('differences "Language of users": an application starts the action, and the user may cancel it', () =>
  withLogin(async (fixture, browser) => {
    const open = `kc_action=${ACTION}`;
    const page = await browser.follow(
      await browser.signIn(await browser.open(open), 'alice', 'alice-password'),
    );
    const cancelled = await browser.post(formAction(page, FORM), { 'cancel-aia': 'true', locale: 'de' });
    assert.equal(cancelled.leadsTo['kc_action_status'], 'cancelled');
    const again = await browser.follow(await browser.open(open));
    const done = await browser.post(formAction(again, FORM), { locale: 'de' });
    assert.equal(done.leadsTo['kc_action_status'], 'success');
    const stored = await fixture.store.users.find('r-id', 'alice-id');
    assert.deepEqual(stored?.attributes?.['locale'], ['de']);
  }, LANGUAGES));

test('refused: languages that the realm has not, nothing, markup, 100,000 characters, another field', () =>
  atAction(
    ACTION,
    async ({ page, send, alice }) => {
      let shown = page;
      for (const fields of [
        {},
        { locale: '' },
        { locale: 'fr' },
        { locale: 'DE' },
        { locale: '__proto__' },
        { locale: '<script>alert(1)</script>' },
        { locale: 'x'.repeat(100_000) },
        { kc_locale: 'de' },
      ]) {
        shown = await send(FORM, fields, shown);
        assert.equal(shown.status, 200);
        assert.match(shown.text, /input-error-locale" role="alert"[^>]*>Choose one of the languages\./);
        assert.doesNotMatch(shown.text, /<script>alert/);
      }
      assert.equal((await alice()).attributes?.['locale'], undefined);
    },
    { realm: LANGUAGES },
  ));

test('refused: a language that the realm has given up since the page was shown', () =>
  atAction(
    ACTION,
    async ({ send, fixture }) => {
      await fixture.store.realms.update('r', (realm) => ({ ...realm, supportedLocales: ['en', 'fr'] }));
      assert.match((await send(FORM, { locale: 'de' })).text, /Choose one of the languages\./);
    },
    { realm: LANGUAGES },
  ));
