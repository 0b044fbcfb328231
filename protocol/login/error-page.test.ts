import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { createTestExchange, type TestExchange } from '#protocol/http/testing/exchange.ts';
import { renderErrorPage } from './error-page.ts';

const ERROR = new OAuthError('invalid_request', {
  description: 'Invalid parameter: redirect_uri',
  reason: 'redirectUris of client shop does not match <http://evil>.',
  remedy: 'Add it to redirectUris of client shop.',
  section: 'RFC 6749 §3.1.2.3',
});

function render(given: TestExchange, backTo?: string): string {
  const page = { status: 400, message: 'Invalid parameter: redirect_uri', error: ERROR, backTo };
  return String(renderErrorPage(createTestExchange(given), page).body);
}

test('the page has the heading, element ids and status that browser tests look for', () => {
  const reply = renderErrorPage(createTestExchange(), { status: 403, message: 'No <b>' });
  assert.equal(reply.status, 403);
  assert.match(String(reply.body), /<h1 id="kc-page-title"[^>]*>We are sorry\.\.\.<\/h1>/);
  assert.match(String(reply.body), /<div id="kc-error-message"><p class="instruction">No &lt;b&gt;<\/p>/);
});

test('for developers the page shows the reason, how to fix it, the specification and a link to the exchange in Activity', () => {
  const text = render({});
  assert.match(text, /does not match &lt;http:\/\/evil&gt;\./);
  assert.match(text, /Add it to redirectUris of client shop\./);
  assert.match(text, /RFC 6749 §3\.1\.2\.3/);
  assert.match(text, /href="\/console\/#\/activity\/exchange-1"/);
});

test('a refusal with a fix links to it; no form of the page and no other link changes anything', () => {
  const error = new OAuthError('invalid_request', {
    description: 'Client disabled.',
    remedy: fixable({ kind: 'enable-client', client: 'shop' }),
  });
  const page = { status: 400, message: error.description, error };
  const text = String(renderErrorPage(createTestExchange(), page).body);
  assert.match(
    text,
    /<a href="\/console\/#\/activity\/exchange-1\?preview=fix">Show in Activity and fix<\/a>/,
  );
  assert.doesNotMatch(text, /<form|<button|\/emulator\//);
  const elsewhere = createTestExchange({ remoteAddress: '10.0.0.8' });
  assert.doesNotMatch(String(renderErrorPage(elsewhere, page).body), /activity/i);
});

test('other users see neither reason nor remedy', () => {
  for (const given of [{ remoteAddress: '10.0.0.8' }, { baseUrl: 'https://sso.example.test' }]) {
    const text = render(given);
    assert.match(text, /Invalid parameter: redirect_uri/);
    assert.doesNotMatch(text, /does not match|redirectUris|activity/);
  }
});

test('without a safe target there is no link back', () => {
  assert.doesNotMatch(render({}), /backToApplication/);
  assert.match(
    render({}, 'http://shop.test/?a&b'),
    /id="backToApplication" href="http:\/\/shop\.test\/\?a&amp;b"/,
  );
});
