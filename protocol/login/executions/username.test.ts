import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from '../testing/browser.ts';
import { type FlowStepText, withFlow } from '../testing/flows.ts';

const FLOW: readonly FlowStepText[] = ['auth-username-form REQUIRED', 'auth-password-form REQUIRED'];
const FORM = 'kc-form-login';

test('Keycloak Username Form: a page with the name alone', () =>
  withFlow(FLOW, async (_fixture, browser) => {
    const page = await browser.open('login_hint=bob');
    assert.match(page.text, /data-page-id="login-login-username"/);
    assert.match(page.text, /name="username" value="bob"/);
    assert.doesNotMatch(page.text, /name="password"/);
  }));

test('a name that is unknown, missing or of a service account is refused at once', () =>
  withFlow(FLOW, async (_fixture, browser) => {
    let page = await browser.open();
    for (const username of ['nobody', '', '<b>', '__proto__', 'x'.repeat(100_000)]) {
      page = await browser.post(formAction(page, FORM), { username });
      assert.match(page.text, /Invalid username or email\./, username.slice(0, 20));
      assert.doesNotMatch(page.text, /<b>/);
    }
    assert.equal(await browser.isSignedIn(), false);
  }));

test('a disabled account is reported, and a name alone signs nobody in', () =>
  withFlow(FLOW, async (_fixture, browser) => {
    const refused = await browser.post(formAction(await browser.open(), FORM), { username: 'dora' });
    assert.match(refused.text, /Account is disabled, contact your administrator\./);
    await browser.post(formAction(refused, FORM), { username: 'alice' });
    assert.equal(await browser.isSignedIn(), false);
  }));

test('Keycloak: a flow that asks for nothing but the name signs its user in', () =>
  withFlow(['auth-username-form REQUIRED'], async (_fixture, browser) => {
    const answer = await browser.post(formAction(await browser.open(), FORM), { username: 'alice' });
    assert.equal(await browser.usernameOf(answer), 'alice');
    assert.equal(await browser.isSignedIn(), false, 'a flow without the cookie step has no single sign-on');
  }));
