import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestBrowser, type TestPage } from './testing/browser.ts';
import { type LoginFixture, startLogin } from './testing/made-up-protocol.ts';

const QUESTION = '/realms/r/test/sign-out';

/** URL and fields of the confirmation form. */
function readForm(page: TestPage): { action: string; code: string } {
  const action = /<form [^>]*action="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const code = /name="session_code" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  return { action, code };
}

async function withQuestion(
  run: (fixture: LoginFixture, browser: TestBrowser, form: { action: string; code: string }) => Promise<void>,
): Promise<void> {
  const fixture = await startLogin();
  try {
    const browser = new TestBrowser(fixture.baseUrl);
    await run(fixture, browser, readForm(await browser.get(`${QUESTION}?client_id=shop`)));
  } finally {
    await fixture.close();
  }
}

test('RP-Initiated Logout §2: the confirmation has the ids that browser tests click and shows the signed-in user', async () => {
  const fixture = await startLogin();
  try {
    const browser = new TestBrowser(fixture.baseUrl);
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const page = await browser.get(QUESTION);
    assert.equal(page.status, 200);
    assert.match(page.text, /id="kc-logout-confirm"/);
    assert.match(page.text, /<button [^>]*id="kc-logout" name="confirmLogout" value="Logout"/);
    assert.match(page.text, /You are signed in as <strong>alice</);
  } finally {
    await fixture.close();
  }
});

test("confirming returns the question's data, once, and deletes the session's cookies", () =>
  withQuestion(async (_fixture, browser, { action, code }) => {
    const answer = await browser.post(action, { session_code: code, confirmLogout: 'Logout' });
    assert.equal(answer.text, '{"data":"bye"}');
    const expired = answer.headers.getSetCookie();
    assert.deepEqual(
      expired.map((line) => line.split('=')[0]),
      ['KEYCLOAK_IDENTITY', 'KEYCLOAK_SESSION', 'KEYCLOAK_REMEMBER_ME'],
    );
    assert.ok(expired.every((line) => line.includes('Max-Age=0')));
    assert.equal((await browser.post(action, { session_code: code })).text, 'null');
  }));

test('a form from another browser is rejected', () =>
  withQuestion(async (fixture, browser, { action, code }) => {
    const other = new TestBrowser(fixture.baseUrl);
    assert.equal((await other.post(action, { session_code: code })).text, 'null');
    await other.get(QUESTION);
    assert.equal((await other.post(action, { session_code: code })).text, 'null');
    assert.equal((await browser.post(action, { session_code: code })).text, '{"data":"bye"}');
  }));

test('a form without the session code, or with that of another question, is rejected', () =>
  withQuestion(async (_fixture, browser, { action }) => {
    const other = readForm(await browser.get(QUESTION));
    assert.equal((await browser.post(action, {})).text, 'null');
    assert.equal((await browser.post(action, { session_code: other.code })).text, 'null');
  }));

test('a form sent to another realm is rejected', () =>
  withQuestion(async (_fixture, browser, { action, code }) => {
    const elsewhere = action.replace('/realms/r/', '/realms/other/');
    assert.equal((await browser.post(elsewhere, { session_code: code })).text, 'null');
  }));

test('a late form is rejected', () =>
  withQuestion(async (fixture, browser, { action, code }) => {
    fixture.clock.setOffsetMs(301_000);
    assert.equal((await browser.post(action, { session_code: code })).text, 'null');
  }));
