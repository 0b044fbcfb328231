import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '#protocol/http/html.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { type OtpPage, renderOtpPage } from './otp-page.ts';

const render = (problem?: string, changes: Partial<OtpPage> = {}, exchange = createTestExchange()) =>
  String(
    renderOtpPage(exchange, {
      action: '/post',
      anotherWayAction: undefined,
      anotherUserUrl: '/restart',
      username: 'ali<ce',
      problem: problem === undefined ? undefined : html`${problem}`,
      code: undefined,
      canFillIn: true,
      ...changes,
    }).body,
  );

test('contract "Pages": the page has the ids of Keycloak\'s page', () => {
  const text = render();
  assert.match(text, /<form id="kc-otp-login-form" method="post" action="\/post" novalidate[^>]*>/);
  assert.match(text, /id="otp" name="otp"/);
  assert.match(text, /autocomplete="one-time-code" inputmode="numeric"/);
  assert.match(text, /id="kc-login" name="login"/);
  assert.match(text, /id="kc-attempted-username" value="ali&lt;ce"/);
});

test('WCAG 2.2 §3.3.1: a wrong code is reported at its field', () => {
  assert.match(render('Invalid <code>.'), /id="input-error-otp" role="alert"[^>]*>Invalid &lt;code&gt;\./);
  assert.doesNotMatch(render(), /role="alert"/);
});

const ONE_CLICK = { attributes: { 'understudy.oneClickSignIn': 'true' } };
const allowing = () => createTestExchange({ realm: ONE_CLICK });

test('differences "Current one-time codes": the shortcut is there only if the realm and the user may use it', () => {
  const button = /form="kc-otp-login-form" id="understudy-fill-in" name="fill-in"/;
  assert.match(render(undefined, {}, allowing()), button);
  assert.doesNotMatch(render(undefined, {}), button);
  assert.doesNotMatch(render(undefined, { canFillIn: false }, allowing()), button);
});

test('a code that was filled in is the value of the field', () => {
  assert.match(render(undefined, { code: '012345' }), /id="otp" name="otp" value="012345"/);
});
