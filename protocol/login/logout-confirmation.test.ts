import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestBrowser, TestPage } from './testing/browser.ts';
import type { LoginBrowser } from './testing/login-browser.ts';
import { AFTER_LOGOUT, type LoginFixture, withLogin } from './testing/login-fixture.ts';

const LOGOUT = '/realms/r/protocol/openid-connect/logout';

interface LogoutForm {
  readonly action: string;
  readonly code: string;
}

/** URL and session code of the confirmation form. */
function readForm(page: TestPage): LogoutForm {
  const action = /<form [^>]*action="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const code = /name="session_code" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  return { action, code };
}

/** Signs alice in and opens the end session endpoint as client `shop` does. */
async function withQuestion(
  run: (fixture: LoginFixture, browser: LoginBrowser, form: LogoutForm) => Promise<void>,
): Promise<void> {
  await withLogin(async (fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const request = { client_id: 'shop', post_logout_redirect_uri: AFTER_LOGOUT, state: 'bye' };
    const page = await browser.get(`${LOGOUT}?${new URLSearchParams(request)}`);
    await run(fixture, browser, readForm(page));
  });
}

const confirm = (browser: TestBrowser, action: string, code: string): Promise<TestPage> =>
  browser.post(action, { session_code: code, confirmLogout: 'Logout' });

function assertConfirmed({ status, headers }: TestPage): void {
  assert.equal(status, 302);
  assert.equal(headers.get('location'), `${AFTER_LOGOUT}?state=bye`);
}

function assertRejected({ status, headers, text }: TestPage): void {
  assert.equal(status, 400);
  assert.match(text, /<p class="instruction">Logout failed</);
  assert.deepEqual(headers.getSetCookie(), []);
}

test('RP-Initiated Logout §2: the confirmation has the ids that browser tests click and shows the signed-in user', () =>
  withLogin(async (_fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const page = await browser.get(LOGOUT);
    assert.equal(page.status, 200);
    assert.match(page.text, /id="kc-logout-confirm"/);
    assert.match(page.text, /<button [^>]*id="kc-logout" name="confirmLogout" value="Logout"/);
    assert.match(page.text, /You are signed in as <strong>alice</);
    assert.equal(await browser.isSignedIn(), true);
  }));

test("confirming completes the client's request, once, and deletes the session's cookies", () =>
  withQuestion(async (fixture, browser, { action, code }) => {
    const answer = await confirm(browser, action, code);
    assertConfirmed(answer);
    const expired = answer.headers.getSetCookie();
    assert.deepEqual(
      expired.map((line) => line.split('=')[0]),
      ['KEYCLOAK_IDENTITY', 'KEYCLOAK_SESSION', 'KEYCLOAK_REMEMBER_ME'],
    );
    assert.ok(expired.every((line) => line.includes('Max-Age=0')));
    assert.deepEqual(
      fixture.ended.map((session) => session.username),
      ['alice'],
    );
    assertRejected(await confirm(browser, action, code));
  }));

test('a form from another browser is rejected', () =>
  withQuestion(async (fixture, browser, { action, code }) => {
    const other = fixture.browser();
    assertRejected(await confirm(other, action, code));
    await other.get(LOGOUT);
    assertRejected(await confirm(other, action, code));
    assert.equal(fixture.ended.length, 0);
    assertConfirmed(await confirm(browser, action, code));
  }));

test('a form without the session code, or with that of another question, is rejected', () =>
  withQuestion(async (fixture, browser, { action, code }) => {
    const other = readForm(await browser.get(LOGOUT));
    assert.notEqual(other.code, code);
    assertRejected(await browser.post(action, {}));
    assertRejected(await confirm(browser, action, other.code));
    assert.equal(fixture.ended.length, 0);
  }));

test('a form sent to another realm is rejected', () =>
  withQuestion(async (fixture, browser, { action, code }) => {
    const elsewhere = action.replace('/realms/r/', '/realms/other/');
    assertRejected(await confirm(browser, elsewhere, code));
    assert.equal(fixture.ended.length, 0);
  }));

test('a late form is rejected', () =>
  withQuestion(async (fixture, browser, { action, code }) => {
    fixture.clock.setOffsetMs(301_000);
    assertRejected(await confirm(browser, action, code));
    assert.equal(await browser.isSignedIn(), true);
  }));

test('RP-Initiated Logout §2: ui_locales chooses the language of the question and of the page after it', () =>
  withLogin(
    async (_fixture, browser) => {
      await browser.signIn(await browser.open(), 'alice', 'alice-password');
      const page = await browser.get(`${LOGOUT}?ui_locales=xx%20de`);
      assert.match(page.text, /<html lang="de"[\s\S]*>Abmelden<\/button>/);
      const { action, code } = readForm(page);
      const done = await confirm(browser, action, code);
      assert.match(done.text, /<html lang="de"[\s\S]*Sie sind abgemeldet/);
      const hostile = await browser.get(`${LOGOUT}?ui_locales=${encodeURIComponent('"><script>')}`);
      assert.match(hostile.text, /<html lang="en"/);
      assert.doesNotMatch(hostile.text, /"><script>/);
    },
    { internationalizationEnabled: true, supportedLocales: ['en', 'de'] },
  ));
