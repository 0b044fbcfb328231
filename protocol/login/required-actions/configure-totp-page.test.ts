import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange, type TestExchange } from '#protocol/http/testing/exchange.ts';
import { unknownMessage } from '../testing/page-texts.ts';
import { renderConfigureTotp } from './configure-totp-page.ts';
import type { ActionPage } from './required-action.ts';

function render(exchange: TestExchange = {}, changes: Partial<ActionPage> = {}): string {
  const page: ActionPage = {
    action: '/post',
    pageUrl: '/page?a=b',
    user: { id: 'a', username: 'ali<ce' },
    problems: {},
    code: undefined,
    isInitiated: false,
    verificationSentTo: undefined,
    secret: 'abcdefghij0123456789',
    recoveryCodes: undefined,
    scopes: [],
    parameter: undefined,
    ...changes,
  };
  return String(renderConfigureTotp(createTestExchange(exchange), page).body);
}

test('contract "Pages": the page shows either the QR code or the key, as the query parameter mode says', () => {
  const scan = render();
  assert.match(scan, /<img id="kc-totp-secret-qr-code" src="data:image\/png;base64,iVBOR/);
  assert.match(scan, /<a id="mode-manual" href="\/page\?a=b&(amp;)?mode=manual">/);
  assert.doesNotMatch(scan, /kc-totp-secret-key|name="mode"/);
  const manual = render({ query: 'mode=manual' });
  assert.match(manual, /id="kc-totp-secret-key">MFRG GZDF/);
  assert.match(manual, /<a id="mode-barcode" href="\/page\?a=b">/);
  assert.match(manual, /id="mode" name="mode" value="manual"/);
  assert.doesNotMatch(manual, /kc-totp-secret-qr-code/);
});

test('any other mode shows the QR code', () => {
  for (const query of ['mode=', 'mode=Manual', 'mode=qr', 'mode=%3Cscript%3E', `mode=${'x'.repeat(100_000)}`])
    assert.match(render({ query }), /kc-totp-secret-qr-code/);
});

test('a counter-based device has its counter instead of an interval', () => {
  const realm = { otpPolicyType: 'hotp', otpPolicyInitialCounter: 7 };
  const text = render({ query: 'mode=manual', realm });
  assert.match(text, /id="kc-totp-counter">7</);
  assert.doesNotMatch(text, /kc-totp-period|Microsoft/);
});

test('names and messages with markup are shown as text', () => {
  const text = render({}, { problems: { totp: unknownMessage('<b>'), userLabel: unknownMessage('<i>') } });
  assert.match(text, /id="input-error-otp-code" role="alert"[^>]*>&lt;b&gt;</);
  assert.match(text, /id="input-error-otp-label" role="alert"[^>]*>&lt;i&gt;</);
  assert.doesNotMatch(text, /ali<ce|<b>|<i>/);
});

test('a device name is required of whoever has a device already', () => {
  const field = (text: string) => /<input type="text" id="userLabel"[^>]*>/.exec(text)?.[0] ?? '';
  assert.doesNotMatch(field(render()), / required/);
  const user = { id: 'a', username: 'alice', credentials: [{ type: 'otp' }] };
  assert.match(field(render({}, { user })), / required/);
});
