import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '#protocol/http/html.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { placeName, renderPage } from './page-layout.ts';

const PAGE = { status: 200, name: 'test', heading: 'H', content: html`<p>c</p>` };

test('a page declares its language, realm and page id', () => {
  const text = String(renderPage(createTestExchange(), PAGE).body);
  assert.match(text, /^<!doctype html>\n<html lang="en" dir="ltr"[^>]*>/);
  assert.match(text, /<body id="keycloak-bg" class="" data-page-id="login-test">/);
  assert.match(text, /<div id="kc-header-wrapper"[^>]*>Realm &lt;R&gt;<\/div>/);
  assert.match(text, /<h1 id="kc-page-title"[^>]*>H<\/h1>/);
  assert.match(text, /<title>H<\/title>/);
});

test('a page has no scripts or inline styles, and its policy forbids them', () => {
  const reply = renderPage(createTestExchange(), PAGE);
  assert.doesNotMatch(String(reply.body), /<script|<style| style=| on\w+=/);
  const policy = String(reply.headers?.['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'self'/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
});

test('a page is never cached', () => {
  assert.match(String(renderPage(createTestExchange(), PAGE).headers?.['cache-control']), /no-store/);
});

test('a realm without a display name is shown by its name', () => {
  assert.equal(placeName(createTestExchange({ realm: { displayName: '' } })), 'r');
});
