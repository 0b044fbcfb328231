import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRemovedMarkup, sanitizeMarkup } from './sanitize-markup.ts';

for (const [given, shown, removed] of [
  ['<b class="x">Acme</b> &amp; Co', '<b class="x">Acme</b> &amp; Co', []],
  [
    "<img src='https://acme.test/logo.png' alt=Acme>",
    '<img src="https://acme.test/logo.png" alt="Acme">',
    [],
  ],
  ['Acme<script>alert(1)</script>', 'Acme', ['<script>']],
  ['<p onclick="alert(1)" style="x">Acme</p>', '<p>Acme</p>', ['onclick', 'style']],
  ['<a href="javascript:alert(1)">Acme</a>', '<a href>Acme</a>', ['href="javascript:alert(1)"']],
  ['<form><input></form>Acme', 'Acme', ['<form>', '<input>']],
  ['A <-> B', 'A &lt;-&gt; B', []],
  ['a < b', 'a &lt; b', []],
  ['', '', []],
] as const)
  test(`markup: of ${JSON.stringify(given)} remains ${JSON.stringify(shown)}`, () => {
    assert.equal(sanitizeMarkup(given), shown);
    assert.deepEqual(listRemovedMarkup(given), removed);
  });
