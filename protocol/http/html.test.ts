import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeHtml, html, raw } from './html.ts';

const evil = `"><script>alert('x')</script>&`;

test('a value between tags and in an attribute is escaped', () => {
  assert.equal(
    html`<p title="${evil}">${evil}</p>`.toString(),
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</p>',
  );
});

test('pieces of HTML nest without double escaping; lists are joined; absent values render nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  assert.equal(
    html`<ul>${items}${undefined}${false}${null}${0}</ul>`.toString(),
    '<ul><li>a</li><li>&lt;b&gt;</li>0</ul>',
  );
});

test('trusted markup is left unchanged', () => {
  assert.equal(html`<p>${raw('<br>')}</p>`.toString(), '<p><br></p>');
});

test('an optional attribute is a piece of HTML', () => {
  const field = (isFirst: boolean): string => html`<input ${isFirst && html`autofocus`}>`.toString();
  assert.equal(field(true), '<input autofocus>');
  assert.equal(field(false), '<input >');
});

test('a value in an unquoted attribute is rejected', () => {
  assert.throws(() => html`<p title=${'x'}>`, TypeError);
});

test('a value in a script, a style or a comment is rejected', () => {
  assert.throws(() => html`<script>var a = "${'x'}"</script>`, TypeError);
  assert.throws(() => html`<style>p { color: ${'x'} }</style>`, TypeError);
  assert.throws(() => html`<!-- ${'x'} -->`, TypeError);
});

test('a value in an event handler or style attribute is rejected', () => {
  assert.throws(() => html`<p onclick="go('${'x'}')">`, TypeError);
  assert.throws(() => html`<p style="color: ${'x'}">`, TypeError);
});

test('text cannot be a tag name or an attribute name', () => {
  assert.throws(() => html`<${'script'}>`, TypeError);
  assert.throws(() => html`</${'p'}>`, TypeError);
  assert.throws(() => html`<p ${'onclick'}="x">`, TypeError);
});

test('an attribute does not accept markup', () => {
  assert.throws(() => html`<p title="${html`<b>`}">`, TypeError);
  assert.throws(() => html`<p title="${['a']}">`, TypeError);
});

test('values are accepted again after a script or comment', () => {
  assert.equal(
    html`<script>let a = 1 < 2;</script><!-- a > b --><p>${'<'}</p>`.toString(),
    '<script>let a = 1 < 2;</script><!-- a > b --><p>&lt;</p>',
  );
});

test('a javascript: link is blocked, however it is written', () => {
  for (const url of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
  ]) {
    assert.equal(html`<a href="${url}">x</a>`.toString(), '<a href="about:blank#blocked">x</a>', url);
  }
});

test("links with an application's scheme are kept, and a constant prefix is not checked", () => {
  assert.equal(html`<a href="${'com.example.app:/cb'}">`.toString(), '<a href="com.example.app:/cb">');
  assert.equal(html`<a href="/x?next=${'javascript:x'}">`.toString(), '<a href="/x?next=javascript:x">');
});

test('NUL and lone surrogates become the replacement character', () => {
  assert.equal(escapeHtml('a\u0000b\ud800c'), 'a\ufffdb\ufffdc');
});

test('no value opens a tag or closes an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const text = html`<p title="${value}">${value}</p>`.toString();
      assert.equal(text.split('<').length, 3);
      assert.equal(text.split('"').length, 3);
    }),
  );
});
