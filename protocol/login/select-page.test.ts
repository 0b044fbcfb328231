import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderSelectPage } from './select-page.ts';

test('Keycloak theme: a button for each step, whose value is the step', () => {
  const { status, body } = renderSelectPage(createTestExchange(), {
    action: '/post',
    problem: undefined,
    steps: [
      { key: 'forms/<otp>', ask: 'otp' },
      { key: 'b', ask: 'password' },
    ],
  });
  assert.equal(status, 200);
  assert.match(String(body), /id="kc-select-credential-form" method="post" action="\/post"/);
  assert.match(String(body), /name="authenticationExecution" value="forms\/&lt;otp&gt;"/);
  assert.match(String(body), /Authenticator application[\s\S]*Password/);
});
