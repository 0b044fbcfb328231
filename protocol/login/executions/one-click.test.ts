import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from '../testing/browser.ts';
import { withLogin } from '../testing/login-fixture.ts';

const ALLOWED = { attributes: { 'understudy.oneClickSignIn': 'true' } };
const REFUSED = /One-click sign-in is not possible for this user\./;

test('one click signs a named user in, interactively like a password', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open();
    assert.match(page.text, /value="alice-id"/);
    assert.doesNotMatch(page.text, /value="dora-id"|value="nora-id"/);
    const answer = await browser.post(formAction(page, 'understudy-one-click'), { user_id: 'alice-id' });
    const { preferred_username, acr } = await browser.idToken(answer);
    assert.equal(preferred_username, 'alice');
    assert.equal(acr, '1');
  }, ALLOWED));

test('a realm that does not allow it lists no users and rejects a forged form', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open();
    assert.doesNotMatch(page.text, /understudy-one-click|alice-id/);
    const action = formAction(page).replace('execution=username-password', 'execution=one-click');
    const answer = await browser.post(action, { user_id: 'alice-id' });
    assert.equal(answer.status, 200);
    assert.match(answer.text, REFUSED);
    assert.equal(await browser.isSignedIn(), false);
  }));

test('users who are disabled, without a password, unknown or of another realm are rejected', () =>
  withLogin(async (_fixture, browser) => {
    for (const userId of ['dora-id', 'nora-id', 'nobody', '', '__proto__']) {
      const action = formAction(await browser.open(), 'understudy-one-click');
      assert.match((await browser.post(action, { user_id: userId })).text, REFUSED, userId);
    }
    assert.equal(await browser.isSignedIn(), false);
  }, ALLOWED));

test('one click is bound to the browser, like the password form', () =>
  withLogin(async (fixture, browser) => {
    const action = formAction(await browser.open(), 'understudy-one-click');
    const stranger = fixture.browser();
    assert.equal((await stranger.post(action, { user_id: 'alice-id' })).status, 400);
    await browser.post(action, { user_id: 'nobody' });
    assert.match((await browser.post(action, { user_id: 'alice-id' })).text, /Page has expired/);
    assert.equal(await browser.isSignedIn(), false);
  }, ALLOWED));

test('a known user who must reauthenticate sees only their own name', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open();
    await browser.post(formAction(page, 'understudy-one-click'), { user_id: 'bob-id' });
    const again = await browser.open('prompt=login');
    assert.match(again.text, /value="bob-id"/);
    assert.doesNotMatch(again.text, /value="alice-id"/);
  }, ALLOWED));
