import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderRecoveryCodes } from './recovery-codes-page.ts';
import type { ActionPage } from './required-action.ts';

const MADE = { codes: ['AAAABBBBCCCC', 'DDDDEEEEFFFF'], generatedAt: 1767614400000 };

function render(changes: Partial<ActionPage> = {}) {
  const page: ActionPage = {
    action: '/post',
    pageUrl: '/page',
    user: { id: 'a', username: 'alice' },
    problems: {},
    code: undefined,
    isInitiated: false,
    verificationSentTo: undefined,
    secret: '',
    recoveryCodes: MADE,
    scopes: [],
    parameter: undefined,
    ...changes,
  };
  const { body, headers } = renderRecoveryCodes(createTestExchange(), page, MADE);
  return { text: String(body), policy: String(headers?.['content-security-policy']) };
}

test('contract "Pages": the page has the ids and fields of Keycloak’s page', () => {
  const { text } = render();
  assert.match(text, /data-page-id="login-login-recovery-authn-code-config"/);
  assert.match(
    text,
    /<ol id="kc-recovery-codes-list"[^>]*><li>AAAA-BBBB-CCCC<\/li>\s*<li>DDDD-EEEE-FFFF<\/li>/,
  );
  for (const field of [
    'name="generatedRecoveryAuthnCodes" value="AAAABBBBCCCC,DDDDEEEEFFFF"',
    'name="generatedAt" value="1767614400000"',
    'id="userLabel" name="userLabel" value="Recovery codes"',
    'id="kcRecoveryCodesConfirmationCheck" name="kcRecoveryCodesConfirmationCheck"',
    'id="saveRecoveryAuthnCodesBtn"',
    'id="logout-sessions"',
  ])
    assert.ok(text.includes(field), field);
});

test('the page works without scripts: the button is enabled, and only what needs scripts is hidden', () => {
  const { text } = render();
  assert.doesNotMatch(text, / disabled/);
  assert.match(text, /id="printRecoveryCodes" hidden/);
  assert.match(text, /id="copyRecoveryCodes" data-done="Copied" hidden/);
  const file =
    /id="downloadRecoveryCodes" download="[^"]*" href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(text);
  assert.match(decodeURIComponent(file?.[1] ?? ''), /1: AAAA-BBBB-CCCC\r\n2: DDDD-EEEE-FFFF/);
});

test('Content-Security-Policy: the script of the page is allowed by its hash alone', () => {
  const { text, policy } = render();
  const script = /<script>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  assert.match(policy, /script-src 'sha256-[^' ]*';/);
  assert.ok(policy.includes(hash));
});

test('Keycloak application-initiated actions: the set-up can be cancelled only if the application started it', () => {
  assert.doesNotMatch(render().text, /cancel-aia/);
  assert.match(render({ isInitiated: true }).text, /id="cancelRecoveryAuthnCodesBtn" name="cancel-aia"/);
});
