import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findApplicationPage } from './application-page.ts';
import { record } from './testing/record.ts';

const browser = { from: 'browser' } as const;

test('console "Copy as Playwright test": the test starts at the page with the link to the server, without its query', () => {
  const headers = { referer: 'http://shop.test:3000/cart?token=secret#pay' };
  const query = { redirect_uri: 'http://shop.test:3000/callback' };
  assert.equal(
    findApplicationPage([record('Authorization request', { ...browser, headers, query })]),
    'http://shop.test:3000/cart',
  );
});

test('console "Copy as Playwright test": without a link, it starts at the root of where the browser is sent back to', () => {
  const form = { redirect_uri: 'https://shop.test/callback?a=1' };
  assert.equal(findApplicationPage([record('Pushed authorization request', { form })]), 'https://shop.test/');
  const location = 'https://sp.test/saml/acs';
  assert.equal(findApplicationPage([record('Sign-in form', { ...browser, location })]), 'https://sp.test/');
});

test('console "Copy as Playwright test": pages of the server, and targets that are no page, are not where it starts', () => {
  const own = 'http://127.0.0.1:8080/realms/demo/login';
  assert.equal(
    findApplicationPage([record('Sign-in form', { ...browser, headers: { referer: own }, location: own })]),
    undefined,
  );
  for (const redirect_uri of ['myapp://callback', 'javascript:alert(1)', 'not a url', ''])
    assert.equal(
      findApplicationPage([record('Authorization request', { query: { redirect_uri } })]),
      undefined,
    );
  // The back channel's Referer is not a page that a browser showed.
  assert.equal(
    findApplicationPage([record('Token request', { headers: { referer: 'http://x.test/' } })]),
    undefined,
  );
});
