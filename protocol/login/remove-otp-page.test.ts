import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '#protocol/http/html.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderRemoveOtpPage } from './remove-otp-page.ts';

const render = (problem?: string) =>
  String(
    renderRemoveOtpPage(createTestExchange(), {
      action: '/post',
      anotherWayAction: '/post',
      anotherUserUrl: '/restart',
      username: 'ali<ce',
      devices: [
        { id: 'a"b', label: 'Old <phone>' },
        { id: 'c', label: '' },
      ],
      problem: problem === undefined ? undefined : html`${problem}`,
    }).body,
  );

test('contract "Pages": the page has the ids of Keycloak\'s page, and a choice for each device, escaped', () => {
  const text = render();
  assert.match(text, /data-page-id="login-login-reset-otp"/);
  assert.match(text, /<form id="kc-otp-reset-form" method="post" action="\/post">/);
  assert.match(
    text,
    /id="kc-otp-credential-0" name="selectedCredentialId" value="a&quot;b" checked[^>]*>\s*<label for="kc-otp-credential-0"[^>]*>Old &lt;phone&gt;</,
  );
  assert.match(
    text,
    /id="kc-otp-credential-1" name="selectedCredentialId" value="c"[^>]*>\s*<label[^>]*>Authenticator 2</,
  );
  assert.match(text, /id="try-another-way"/);
  assert.match(text, /ali&lt;ce/);
});

test('WCAG 2.2 §3.3.1: a missing choice is reported at the choices', () => {
  const text = render('Choose <one>.');
  assert.match(text, /aria-describedby="input-error-selectedCredentialId"/);
  assert.match(text, /id="input-error-selectedCredentialId" role="alert"[^>]*>Choose &lt;one&gt;/);
  assert.doesNotMatch(render(), /role="alert"/);
});
