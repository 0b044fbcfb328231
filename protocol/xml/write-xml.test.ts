import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeAttribute, escapeText, writeElement, writeTextElement } from './write-xml.ts';

test('Canonical XML 1.0 §2.3: text is escaped as in canonical XML', () => {
  assert.equal(escapeText('a&<>"\'\t\n\r'), 'a&amp;&lt;&gt;"\'\t\n&#xD;');
});

test('Canonical XML 1.0 §2.3: attribute values are escaped as in canonical XML', () => {
  assert.equal(escapeAttribute('a&<>"\'\t\n\r'), "a&amp;&lt;>&quot;'&#x9;&#xA;&#xD;");
});

test('XML 1.0 §2.2: characters that XML does not allow are replaced, others kept', () => {
  assert.equal(escapeText('\u0000\u0001\uD800x\uFFFF\u{1F600}'), '\uFFFD\uFFFD\uFFFDx\uFFFD\u{1F600}');
  assert.equal(escapeAttribute('\u0000\uDC00'), '\uFFFD\uFFFD');
});

test('Canonical XML 1.0 §2.2: declarations come first, then attributes by name, prefixed ones last', () => {
  assert.equal(
    writeElement('p:a', {
      'q:z': '1',
      b: '2',
      a: '3',
      'xmlns:q': 'v',
      'xmlns:p': 'u',
      none: undefined,
      xmlns: 'w',
    }),
    '<p:a xmlns="w" xmlns:p="u" xmlns:q="v" a="3" b="2" q:z="1"></p:a>',
  );
});

test('Canonical XML 1.0 §1.1: an element has a start and an end tag; its text is escaped, its content is not', () => {
  assert.equal(writeTextElement('a', {}, '<b/>'), '<a>&lt;b/&gt;</a>');
  assert.equal(writeElement('a', {}, '<b></b>'), '<a><b></b></a>');
});
