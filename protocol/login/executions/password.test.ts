import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from '../testing/browser.ts';
import { type FlowStepText, withFlow } from '../testing/flows.ts';

const FLOW: readonly FlowStepText[] = [
  'auth-cookie ALTERNATIVE',
  ['forms ALTERNATIVE', ['auth-username-form REQUIRED', 'auth-password-form REQUIRED']],
];
const FORM = 'kc-form-login';

test('Keycloak Password Form: after the name comes a page with the password alone, and then the sign-in', () =>
  withFlow(FLOW, async (_fixture, browser) => {
    const page = await browser.post(formAction(await browser.open(), FORM), { username: 'alice' });
    assert.match(page.text, /data-page-id="login-login-password"/);
    assert.match(page.text, /id="kc-attempted-username" value="alice"/);
    assert.doesNotMatch(page.text, /name="username"/);
    const answer = await browser.post(formAction(page, FORM), { password: 'alice-password' });
    assert.equal(await browser.usernameOf(answer), 'alice');
  }));

test('a wrong or missing password shows the page again, whatever else the form contains', () =>
  withFlow(FLOW, async (fixture, browser) => {
    let page = await browser.post(formAction(await browser.open(), FORM), { username: 'alice' });
    for (const fields of [
      {},
      { password: '' },
      { password: 'bob-password' },
      { username: 'bob', password: 'bob-password' },
      { password: 'x'.repeat(100_000) },
    ]) {
      page = await browser.post(formAction(page, FORM), fields);
      assert.match(page.text, /id="input-error-password"[^>]*>Invalid password\./);
      assert.match(page.text, /id="kc-attempted-username" value="alice"/);
    }
    assert.equal(await browser.isSignedIn(), false);
    const reasons = fixture.activity.list().records.flatMap(({ refusal }) => refusal?.reason ?? []);
    assert.ok(reasons.includes('Not the password of user alice.'));
  }));

test('a password for nobody is refused: a flow that asks it first ends in an explanation', () =>
  withFlow(['auth-password-form REQUIRED'], async (fixture, browser) => {
    const page = await browser.open();
    assert.equal(page.status, 400);
    const refusal = fixture.activity.list().records.find((record) => record.refusal !== undefined)?.refusal;
    assert.match(refusal?.reason ?? '', /auth-password-form needs a user/);
    assert.match(refusal?.remedy ?? '', /Add a step before auth-password-form/);
  }));
