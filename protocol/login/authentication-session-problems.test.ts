import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { formAction, linkTarget } from './testing/browser.ts';
import { withLogin } from './testing/login-fixture.ts';

const COOKIE_NOT_FOUND = /Cookie not found\. Please make sure cookies are enabled in your browser\./;
const START_AGAIN = /An error occurred, please login again through your application\./;

test("a form without the browser's cookie is rejected with 400 and a link back to the client", () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    const answer = await fixture.browser().signIn(page, 'alice', 'alice-password');
    assert.equal(answer.status, 400);
    assert.match(answer.text, COOKIE_NOT_FOUND);
    assert.match(answer.text, /id="kc-error-message"><p class="instruction">/);
    assert.equal((await collect(fixture.store.sessions.list('r-id'))).length, 0);
  }));

test("a form is bound to its browser: another browser's cookie is rejected", () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    const other = fixture.browser();
    await other.open();
    assert.match((await other.signIn(page, 'alice', 'alice-password')).text, COOKIE_NOT_FOUND);
    assert.match((await other.get(formAction(page))).text, COOKIE_NOT_FOUND);
    assert.equal(await other.isSignedIn(), false);
  }));

test('an unknown tab is asked to start again from the application', () =>
  withLogin(async (_fixture, browser) => {
    const action = new URL(formAction(await browser.open()));
    action.searchParams.set('tab_id', 'made-up');
    const answer = await browser.post(action.href, { username: 'alice', password: 'alice-password' });
    assert.equal(answer.status, 400);
    assert.match(answer.text, START_AGAIN);
    assert.equal(linkTarget(answer, 'backToApplication'), 'http://shop.test/home');
  }));

test('a tab of one realm is unknown in another', () =>
  withLogin(async (_fixture, browser) => {
    const action = formAction(await browser.open()).replace('/realms/r/', '/realms/other/');
    const answer = await browser.post(action, { username: 'alice', password: 'alice-password' });
    assert.equal(answer.status, 400);
    assert.match(answer.text, START_AGAIN);
  }));

test('a form of a signed-in tab shows "You are already logged in." and has no effect', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    await browser.signIn(page, 'alice', 'alice-password');
    const answer = await browser.signIn(page, 'bob', 'bob-password');
    assert.equal(answer.status, 200);
    assert.match(answer.text, /id="kc-info-message"><p class="instruction">You are already logged in\./);
    assert.equal(linkTarget(answer, 'backToApplication'), 'http://shop.test/home');
    assert.deepEqual(
      (await collect(fixture.store.sessions.list('r-id'))).map((session) => session.username),
      ['alice'],
    );
  }));

test('a form of a tab that has signed in and out is rejected', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    const { leadsTo } = await browser.signIn(page, 'alice', 'alice-password');
    await fixture.store.sessions.remove('r-id', leadsTo['session_state'] ?? '');
    const answer = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(answer.status, 400);
    assert.match(answer.text, START_AGAIN);
  }));

test('a tab is forgotten half a day after it expires', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    fixture.clock.setOffsetMs(13 * 60 * 60 * 1000);
    assert.match((await browser.signIn(page, 'alice', 'alice-password')).text, START_AGAIN);
  }));

test('a realm or client disabled or removed while the page was open is rejected', () =>
  withLogin(async (fixture, browser) => {
    const { realms } = fixture.store;
    const page = await browser.open();
    const change = (enabled: boolean) => () =>
      realms.update('r', (realm) => ({
        ...realm,
        clients: (realm.clients ?? []).map((client) =>
          client.clientId === 'shop' ? { ...client, enabled } : client,
        ),
      }));
    await change(false)();
    const disabled = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(disabled.status, 400);
    assert.match(disabled.text, /Client disabled\./);
    assert.match(disabled.text, /Set enabled of client shop to true\./);
    await realms.update('r', (realm) => ({
      ...realm,
      clients: (realm.clients ?? []).filter((client) => client.clientId !== 'shop'),
    }));
    assert.match((await browser.signIn(page, 'alice', 'alice-password')).text, /Client not found\./);
    await realms.update('r', (realm) => ({ ...realm, enabled: false }));
    const answer = await browser.signIn(page, 'alice', 'alice-password');
    assert.ok(answer.status >= 400 && answer.status < 500);
    assert.equal((await collect(fixture.store.sessions.list('r-id'))).length, 0);
  }));

const LANGUAGES = { internationalizationEnabled: true, supportedLocales: ['en', 'de', 'fr', 'ja'] };

test('issue 18 "Languages": pages about a finished tab are in the language of that tab or, once signed in, of the user', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open('ui_locales=de');
    const { leadsTo } = await browser.signIn(page, 'alice', 'alice-password');
    assert.match(
      (await browser.signIn(page, 'alice', 'x')).text,
      /<html lang="de"[\s\S]*Sie sind bereits angemeldet/,
    );
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({
      ...user,
      attributes: { locale: ['fr'] },
    }));
    assert.match((await browser.signIn(page, 'alice', 'x')).text, /<html lang="fr"/);
    await fixture.store.sessions.remove('r-id', leadsTo['session_state'] ?? '');
    const gone = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(gone.status, 400);
    assert.match(gone.text, /<html lang="de"[\s\S]*Es ist ein Fehler aufgetreten/);
  }, LANGUAGES));

test('issue 18 "Languages": an unknown tab is answered in the language that the browser remembers', () =>
  withLogin(async (_fixture, browser) => {
    const action = new URL(formAction(await browser.open('kc_locale=ja')));
    action.searchParams.set('tab_id', 'made-up');
    const answer = await browser.post(action.href, { username: 'alice', password: 'alice-password' });
    assert.equal(answer.status, 400);
    assert.match(answer.text, /<html lang="ja"/);
  }, LANGUAGES));
