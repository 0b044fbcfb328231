import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderStandInError, renderStandInPage } from './stand-in-page.ts';

const page = {
  alias: 'google',
  name: 'Google & <Co>',
  realm: 'Shop',
  action: 'http://x/a?b=1&c=2',
  people: [],
  problem: undefined,
  loginHint: '',
};

test('a stand-in says whose part it plays, for which realm, and escapes both', () => {
  const { status, body, headers } = renderStandInPage(page);
  assert.equal(status, 200);
  assert.match(String(body), /<h1>Stand-in for Google &amp; &lt;Co&gt;<\/h1>/);
  assert.match(String(body), /for realm Shop/);
  assert.match(String(headers?.['content-security-policy']), /default-src 'none'/);
  assert.doesNotMatch(String(headers?.['content-security-policy']), /script-src/);
});

test('a problem is announced', () => {
  assert.match(String(renderStandInPage({ ...page, problem: 'No' }).body), /role="alert">No</);
  const { status, body } = renderStandInError('X', 'It is <so>.', 'Change it.');
  assert.equal(status, 400);
  assert.match(String(body), /It is &lt;so&gt;\.[\s\S]*Change it\./);
});
