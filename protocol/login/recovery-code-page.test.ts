import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '#protocol/http/html.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderRecoveryCodePage } from './recovery-code-page.ts';

const render = (number: number | undefined, problem?: string, fewLeft?: number) =>
  String(
    renderRecoveryCodePage(createTestExchange(), {
      action: '/post',
      anotherWayAction: '/post',
      anotherUserUrl: '/restart',
      username: 'ali<ce',
      number,
      problem: problem === undefined ? undefined : html`${problem}`,
      fewLeft,
    }).body,
  );

test('contract "Pages": the page has the ids of Keycloak\'s page and says which code is next', () => {
  const text = render(7);
  assert.match(text, /data-page-id="login-login-recovery-authn-code-input"/);
  assert.match(text, /<form id="kc-recovery-code-login-form" method="post" action="\/post" novalidate[^>]*>/);
  assert.match(text, /<label for="recoveryCodeInput"[^>]*>Recovery code #7</);
  assert.match(text, /id="recoveryCodeInput" name="recoveryCodeInput" value=""/);
  assert.match(text, /id="kc-login" name="login"/);
  assert.match(text, /id="try-another-way"/);
  assert.match(text, /ali&lt;ce/);
});

test('codes that cannot be read have no number', () => {
  assert.match(render(undefined), /<label for="recoveryCodeInput"[^>]*>Recovery code</);
});

test('WCAG 2.2 §3.3.1: a wrong code is reported at its field', () => {
  assert.match(
    render(1, 'Wrong <code>'),
    /id="input-error-recoveryCodeInput" role="alert"[^>]*>Wrong &lt;code&gt;/,
  );
  assert.doesNotMatch(render(1), /role="alert"/);
});

test('Keycloak warning_threshold: users are warned of few codes, and of the last one', () => {
  assert.match(render(10, undefined, 3), /Only 3 recovery codes are left/);
  assert.match(render(12, undefined, 1), /This is your last recovery code/);
  for (const none of [undefined, 0]) assert.doesNotMatch(render(1, undefined, none), /class="us-alert"/);
});
