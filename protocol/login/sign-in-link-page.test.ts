import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderSignedInByLink, renderSignInLink } from './sign-in-link-page.ts';

const exchange = createTestExchange();
const page = {
  action: 'http://s.test/a',
  sessionCode: 'c',
  username: '<ann>',
  clientId: 'a&b',
  current: undefined,
};

test('console "Sign in as": the page names user and client, escaped, and asks by a form that works without scripts', () => {
  const { status, body } = renderSignInLink(exchange, page);
  assert.equal(status, 200);
  assert.match(String(body), /as <strong>&lt;ann&gt;<\/strong> and opens <strong>a&amp;b<\/strong>\./);
  assert.match(String(body), /<form class="form-actions" method="post" action="http:\/\/s\.test\/a">/);
  assert.match(String(body), /Continue as &lt;ann&gt;/);
});

test('console "Sign in as": the page mentions another user of the browser, and only another one', () => {
  assert.match(
    String(renderSignInLink(exchange, { ...page, current: 'bob' }).body),
    /bob<\/strong>, who will/,
  );
  for (const current of [undefined, '<ann>'])
    assert.doesNotMatch(String(renderSignInLink(exchange, { ...page, current }).body), /signed out/);
});

test('console "Sign in as": without an application, the page says as whom the browser is signed in', () => {
  const { status, body } = renderSignedInByLink(exchange, '<ann>');
  assert.equal(status, 200);
  assert.match(String(body), /Signed in as &lt;ann&gt;/);
});
