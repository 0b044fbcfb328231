import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNameOf } from './client-name.ts';

for (const [name, shown, text] of [
  ['Shop', 'Shop', 'Shop'],
  ['Shop & Co', 'Shop & Co', 'Shop & Co'],
  ['<b>Shop</b> &amp; Co', '<b>Shop</b> &amp; Co', 'Shop & Co'],
  ['Shop<script>alert(1)</script>', 'Shop', 'Shop'],
  ['<img src=x onerror=alert(1)>Shop', '<img src>Shop', 'Shop'],
  ['', '&lt;web&gt;', '<web>'],
  ['<i></i>', '&lt;web&gt;', '<web>'],
] as const)
  test(`Keycloak client names: ${JSON.stringify(name)} is shown as ${shown}`, () => {
    const found = clientNameOf({ name }, '<web>');
    assert.equal(String(found.html), shown);
    assert.equal(found.text, text);
  });

test('Keycloak client names: a built-in client has a readable name, one that was removed its ID', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a message key as in realm files
  assert.equal(clientNameOf({ name: '${client_account-console}' }, 'x').text, 'Account Console');
  assert.equal(clientNameOf(undefined, 'gone').text, 'gone');
});
