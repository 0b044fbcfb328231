// The pages of the device grant, without a server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderCodePage, renderResultPage, resultUrl } from './device-pages.ts';

test('the field contains the previous input, escaped, and screen readers announce the error', () => {
  const page = renderCodePage(createTestExchange(), { status: 200, typed: '"><b>', problem: 'No & no' });
  const text = String(page.body);
  assert.match(text, /value="&quot;&gt;&lt;b&gt;"/);
  assert.match(text, /aria-invalid="true" aria-describedby="device-code-hint input-error"/);
  assert.match(text, /role="alert"><span class="kc-feedback-text">No &amp; no</);
});

test('input too long for a code is not echoed', () => {
  const page = renderCodePage(createTestExchange(), { status: 200, typed: 'x'.repeat(65), problem: 'No' });
  assert.match(String(page.body), /id="device-user-code" name="device_user_code" value=""/);
});

test('the result page shows only its known outcomes and no text from the URL', () => {
  const textOf = (query: string): string => String(renderResultPage(createTestExchange({ query })).body);
  assert.match(textOf(''), /Device Login Successful/);
  assert.match(textOf('error=access_denied'), /Consent denied for connecting the device\./);
  assert.match(textOf('error=expired_token'), /The code has expired\./);
  for (const query of ['error=server_error', 'error=', 'error=toString', 'error=%3Cb%3E']) {
    assert.match(textOf(query), /Device Login Failed/);
    assert.match(textOf(query), /Something went wrong\./);
    assert.doesNotMatch(textOf(query), /<b>|toString/);
  }
});

test('the result page is below the realm’s device page', () => {
  const exchange = createTestExchange();
  assert.equal(resultUrl(exchange), 'http://127.0.0.1:8080/realms/r/device/status');
  assert.equal(
    resultUrl(exchange, 'access_denied'),
    'http://127.0.0.1:8080/realms/r/device/status?error=access_denied',
  );
});
