import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderExpiredPage } from './expired-page.ts';

test('an expired page has links to continue and to start over, with the ids that browser tests click', () => {
  const reply = renderExpiredPage(createTestExchange(), { restart: '/r?a=1&b=2', proceed: '/p' });
  assert.equal(reply.status, 200);
  assert.match(String(reply.body), /<h1 id="kc-page-title"[^>]*>Page has expired<\/h1>/);
  assert.match(String(reply.body), /<a id="loginRestartLink" href="\/r\?a=1&amp;b=2">/);
  assert.match(String(reply.body), /<a id="loginContinueLink" href="\/p">/);
});
