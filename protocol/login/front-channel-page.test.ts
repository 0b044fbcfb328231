import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderFrontChannelLogout } from './front-channel-page.ts';

const SHOP = { name: '<Shop>', url: 'http://shop.test:3000/out?sid=s&iss=i' };

function render(continueTo?: string) {
  const applications = [SHOP, { name: 'Desk', url: 'http://shop.test:3000/desk' }];
  const reply = renderFrontChannelLogout(createTestExchange(), {
    applications,
    continueTo,
    backTo: 'http://shop.test/home',
  });
  return { text: String(reply.body), policy: String(reply.headers?.['content-security-policy']) };
}

test('OIDC Front-Channel Logout §2: each application has a frame, with its name escaped', () => {
  const { text } = render();
  assert.match(text, /&lt;Shop&gt;<iframe src="http:\/\/shop\.test:3000\/out\?sid=s&amp;iss=i"/);
  assert.match(text, /You are logging out from following apps/);
});

test("the policy allows frames from the applications' origins only, each listed once", () => {
  assert.match(render().policy, /; frame-src http:\/\/shop\.test:3000;/);
});

test('a page without a target stays open and has no scripts', () => {
  const { text, policy } = render();
  assert.match(text, /You are logged out/);
  assert.doesNotMatch(text, /<script/);
  assert.doesNotMatch(policy, /script-src/);
});

test('a page with a target has a link, a script allowed by its hash, and a refresh for browsers without scripts', () => {
  const { text, policy } = render('http://app.test/bye?state=1&x');
  assert.match(text, /<a id="continue" href="http:\/\/app\.test\/bye\?state=1&amp;x">/);
  assert.match(
    text,
    /<noscript><meta http-equiv="refresh" content="3;url=http:\/\/app\.test\/bye\?state=1&amp;x">/,
  );
  assert.match(policy, /script-src 'sha256-[\w+/=]+'/);
});

test('issue 18 "Languages": the page is in the language of the person, names of applications stay', () => {
  const realm = { internationalizationEnabled: true, supportedLocales: ['en', 'ar'] };
  const exchange = createTestExchange({ realm, cookies: { KEYCLOAK_LOCALE: 'ar' } });
  const page = { applications: [SHOP], continueTo: undefined, backTo: 'http://shop.test/home' };
  const text = String(renderFrontChannelLogout(exchange, page).body);
  assert.match(text, /<html lang="ar" dir="rtl"[^>]*>/);
  assert.match(text, /لقد سجّلت الخروج/);
  assert.match(text, /&lt;Shop&gt;/);
  assert.doesNotMatch(text, /logging out|Back to/i);
});
