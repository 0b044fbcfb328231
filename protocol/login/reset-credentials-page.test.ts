import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderResetCredentialsPage } from './reset-credentials-page.ts';

const page = { action: 'http://x/?a=1&b="', signInUrl: undefined, username: '', problem: undefined };

test('Keycloak login theme: form kc-reset-password-form with the field username', () => {
  const text = String(renderResetCredentialsPage(createTestExchange({}), page).body);
  assert.match(
    text,
    /<form id="kc-reset-password-form" method="post" action="http:\/\/x\/\?a=1&amp;b=&quot;"/,
  );
  assert.match(text, /name="username"/);
  assert.doesNotMatch(text, /Back to Login/);
});

test('the field says what is wrong, and what was entered is escaped', () => {
  const shown = {
    ...page,
    signInUrl: 'http://x/login',
    username: '"><b>',
    problem: 'Please specify username.',
  };
  const text = String(renderResetCredentialsPage(createTestExchange({}), shown).body);
  assert.match(text, /id="input-error-username" role="alert"[^>]*>Please specify username\./);
  assert.match(text, /value="&quot;&gt;&lt;b&gt;"/);
  assert.match(text, /Back to Login/);
});
