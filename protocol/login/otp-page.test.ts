import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderOtpPage } from './otp-page.ts';

const render = (problem?: string) =>
  String(
    renderOtpPage(createTestExchange(), {
      action: '/post',
      anotherWayAction: undefined,
      anotherUserUrl: '/restart',
      username: 'ali<ce',
      problem,
    }).body,
  );

test('contract "Pages": the page has the ids of Keycloak\'s page', () => {
  const text = render();
  assert.match(text, /<form id="kc-otp-login-form" method="post" action="\/post">/);
  assert.match(text, /id="otp" name="otp"/);
  assert.match(text, /autocomplete="one-time-code" inputmode="numeric"/);
  assert.match(text, /id="kc-login" name="login"/);
  assert.match(text, /id="kc-attempted-username">ali&lt;ce</);
});

test('WCAG 2.2 §3.3.1: a wrong code is reported at its field', () => {
  assert.match(render('Invalid <code>.'), /id="input-error-otp" role="alert">Invalid &lt;code&gt;\./);
  assert.doesNotMatch(render(), /role="alert"/);
});
