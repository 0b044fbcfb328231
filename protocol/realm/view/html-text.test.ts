import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textOfHtml } from './html-text.ts';

const CASES: readonly (readonly [html: string, text: string])[] = [
  ['<div class="kc-logo-text"><span>Keycloak</span></div>', 'Keycloak'],
  ['<b>Fish</b> &amp; <i>Chips</i>', 'Fish & Chips'],
  ['plain', 'plain'],
  ['a < b', 'a < b'],
  ['<img src=x onerror=alert(1)>Shop', 'Shop'],
  ['<script>alert(1)</script>Shop<style>b{}</style>', 'Shop'],
  ['<script>never closed', ''],
  ['Shop<!-- secret -->', 'Shop'],
  ['&#72;&#x69; &nbsp; &unknown;', 'Hi &unknown;'],
  ['&#0;&#x110000;', ''],
  ['<img src="logo.png">', ''],
  ['<b', ''],
];

for (const [html, text] of CASES)
  test(`displayNameHtml: ${html} reads "${text}"`, () => {
    assert.equal(textOfHtml(html), text);
  });

test('displayNameHtml: no tag is left, however tags are nested or cut', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '/', 'b', 'script', '!--', '-->', ' ', '"') }),
      (html) => {
        assert.doesNotMatch(textOfHtml(html), /<\/?[a-z][^>]*>/i);
      },
    ),
  );
});
