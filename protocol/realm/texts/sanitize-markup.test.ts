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

for (const [given, shown] of [
  ['<a href="https://acme.test">Acme', '<a href="https://acme.test">Acme</a>'],
  ['</h1></div>Acme</p>', 'Acme'],
  ['<b><i>Acme</b></i>', '<b><i>Acme</i></b>'],
  ['<ul><li>one<li>two', '<ul><li>one<li>two</li></li></ul>'],
  ['Acme<br>Co</br><img src="/x.png">', 'Acme<br>Co<img src="/x.png">'],
  ['R&D <svg>', 'R&D '],
  ['as it is [removed] <b>x</b>', 'as it is [removed] <b>x</b>'],
] as const)
  test(`markup: ${JSON.stringify(given)} does not reach what follows`, () => {
    assert.equal(sanitizeMarkup(given), shown);
  });

test('refused: a tag with very many parts is text, so that its parts are not compared with each other', () => {
  for (const tag of [`<b ${'a=1 '.repeat(5000)}>`, `<a${' title'.repeat(3000)}>`])
    assert.match(sanitizeMarkup(`${tag}x`), /^&lt;/);
  assert.equal(sanitizeMarkup('<b class="a b c" title="x">y</b>'), '<b class="a b c" title="x">y</b>');
});
