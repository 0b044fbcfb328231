import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from '../testing/browser.ts';
import { withFlow } from '../testing/flows.ts';

const FORM = 'kc-form-login';
const ALICE = { username: 'alice', password: 'alice-password' };

test('a flow without the cookie step has no single sign-on', () =>
  withFlow(['auth-username-password-form REQUIRED'], async (_fixture, browser) => {
    const answer = await browser.post(formAction(await browser.open(), FORM), ALICE);
    assert.equal(await browser.usernameOf(answer), 'alice');
    assert.equal(await browser.isSignedIn(), false);
  }));

test('single sign-on, and then a step for some users only: access is denied with the reason in Activity', () =>
  withFlow(
    [
      [
        'sign in REQUIRED',
        ['auth-cookie ALTERNATIVE', ['forms ALTERNATIVE', ['auth-username-password-form REQUIRED']]],
      ],
      [
        'not bob CONDITIONAL',
        [
          'conditional-user-attribute REQUIRED attribute_name=username,attribute_expected_value=bob',
          'deny-access-authenticator REQUIRED denyErrorMessage=Not you',
        ],
      ],
    ],
    async (fixture, browser) => {
      const bob = { username: 'bob', password: 'bob-password' };
      const denied = await browser.post(formAction(await browser.open(), FORM), bob);
      assert.equal(denied.status, 401);
      assert.match(denied.text, /Not you/);
      const refusal = fixture.activity.list().records.find((record) => record.refusal !== undefined)?.refusal;
      assert.match(refusal?.reason ?? '', /Step "Deny access" of flow mine was reached\./);
      assert.equal(await browser.isSignedIn(), false);
      const answer = await browser.post(formAction(await browser.open(), FORM), ALICE);
      assert.equal(await browser.usernameOf(answer), 'alice');
      assert.equal(await browser.isSignedIn(), true);
    },
  ));

test('prompt=none: a flow that would deny or ask answers login_required', () =>
  withFlow(['deny-access-authenticator REQUIRED'], async (_fixture, browser) => {
    assert.equal(await browser.isSignedIn(), false);
    assert.equal((await browser.open()).status, 401);
  }));

test('Keycloak: a flow with a client certificate alone shows an error page with status 400 to browsers that have none', () =>
  withFlow(
    ['auth-cookie ALTERNATIVE', ['forms ALTERNATIVE', ['auth-x509-client-username-form ALTERNATIVE']]],
    async (fixture, browser) => {
      const page = await browser.open();
      assert.equal(page.status, 400);
      assert.match(page.text, /id="kc-error-message"[\s\S]*Invalid username or password\./);
      const refusal = fixture.activity.list().records.find((record) => record.refusal !== undefined)?.refusal;
      assert.match(refusal?.reason ?? '', /Nobody can sign in with flow mine of realm r/);
    },
  ));

test('"Try another way" offers the other steps, and the chosen one is shown', () =>
  withFlow(
    [
      ['a ALTERNATIVE', ['auth-username-password-form REQUIRED']],
      ['b ALTERNATIVE', ['auth-username-form REQUIRED', 'auth-password-form REQUIRED']],
    ],
    async (_fixture, browser) => {
      const page = await browser.open();
      const choice = await browser.post(formAction(page, 'kc-select-try-another-way-form'), {
        tryAnotherWay: 'on',
      });
      assert.match(choice.text, /name="authenticationExecution" value="b\/auth-username-form"/);
      const action = formAction(choice, 'kc-select-credential-form');
      const chosen = await browser.post(action, { authenticationExecution: 'b/auth-username-form' });
      assert.match(chosen.text, /data-page-id="login-login-username"/);
      const password = await browser.post(formAction(chosen, FORM), { username: 'alice' });
      const answer = await browser.post(formAction(password, FORM), { password: 'alice-password' });
      assert.equal(await browser.usernameOf(answer), 'alice');
    },
  ));

test('bad input: a choice that is none, and a form of another step', () =>
  withFlow(
    [
      ['a ALTERNATIVE', ['auth-username-password-form REQUIRED']],
      ['b ALTERNATIVE', ['auth-username-form REQUIRED', 'auth-otp-form REQUIRED']],
    ],
    async (_fixture, browser) => {
      const page = await browser.open();
      const action = formAction(page, 'kc-select-try-another-way-form');
      for (const authenticationExecution of ['gone', '', '__proto__', '<b>']) {
        const shown = await browser.post(formAction(await browser.open(), 'kc-select-try-another-way-form'), {
          authenticationExecution,
        });
        assert.match(shown.text, /data-page-id="login-select-authenticator"/, authenticationExecution);
        assert.match(shown.text, /kc-feedback-text">This method is not available\. Choose one of these\./);
      }
      for (const execution of ['otp', 'password', 'nothing', '']) {
        const forged = action.replace('execution=username-password', `execution=${execution}`);
        assert.match((await browser.post(forged, { otp: '123456' })).text, /Page has expired/, execution);
      }
      assert.equal(await browser.isSignedIn(), false);
    },
  ));

test('one click identifies and proves in every flow', () =>
  withFlow(
    ['auth-username-form REQUIRED', 'auth-password-form REQUIRED'],
    async (_fixture, browser) => {
      const page = await browser.open();
      const answer = await browser.post(formAction(page, 'understudy-one-click'), { user_id: 'alice-id' });
      assert.equal(await browser.usernameOf(answer), 'alice');
    },
    { attributes: { 'understudy.oneClickSignIn': 'true' } },
  ));
