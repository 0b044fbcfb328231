import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseXml } from './parse-xml.ts';
import { prettyPrint, type XmlLine } from './pretty-print.ts';
import { writeElement, writeTextElement } from './write-xml.ts';
import type { XmlElement } from './xml-element.ts';
import { XmlError } from './xml-error.ts';

function join(lines: readonly XmlLine[]): string {
  return lines.map((runs) => runs.map(({ text }) => text).join('')).join('\n');
}

test('XML 1.0 §2.1: elements are indented, text stays on its line, declarations and comments are kept', () => {
  const xml =
    '<?xml version="1.0"?><p:a xmlns:p="u"><b x="1">te&amp;xt</b> <c></c><!-- why --><d><e>1<!--2-->3</e>mixed</d></p:a>';
  assert.equal(
    join(prettyPrint(xml)),
    [
      '<p:a xmlns:p="u">',
      '  <b x="1">te&amp;xt</b>',
      '  <c/>',
      '  <!-- why -->',
      '  <d>',
      '    <e>1<!--2-->3</e>',
      '    mixed',
      '  </d>',
      '</p:a>',
    ].join('\n'),
  );
});

test('XML 1.0 §3.1: a long start tag has one line per attribute', () => {
  const xml = `<a one="${'x'.repeat(60)}" two="${'y'.repeat(60)}"><b/></a>`;
  const lines = join(prettyPrint(xml)).split('\n');
  assert.deepEqual(lines, [
    '<a',
    `    one="${'x'.repeat(60)}"`,
    `    two="${'y'.repeat(60)}">`,
    '  <b/>',
    '</a>',
  ]);
});

test('XML 1.0 §2.1: each run has its kind', () => {
  assert.deepEqual(prettyPrint('<a x="1">t</a>'), [
    [
      { kind: 'mark', text: '<' },
      { kind: 'name', text: 'a' },
      { kind: 'mark', text: ' ' },
      { kind: 'attribute', text: 'x' },
      { kind: 'mark', text: '=' },
      { kind: 'value', text: '"1"' },
      { kind: 'mark', text: '>' },
      { kind: 'text', text: 't' },
      { kind: 'mark', text: '</' },
      { kind: 'name', text: 'a' },
      { kind: 'mark', text: '>' },
    ],
  ]);
});

test('XML Signature 1.1 §4.3: the text of an element can be masked, and adjacent comments do not prevent it', () => {
  const mask = ({ localName }: { localName: string }): string | undefined =>
    localName === 'secret' ? '••••' : undefined;
  const text = join(prettyPrint('<a><secret>ab<!-- -->cd</secret><secret/><b>ab</b></a>', mask));
  assert.equal(text, '<a>\n  <secret>••••<!-- --></secret>\n  <secret/>\n  <b>ab</b>\n</a>');
});

test('XML 1.0 §2.8: XML that the scanner rejects is not printed', () => {
  assert.throws(() => prettyPrint('<!DOCTYPE a><a/>'), XmlError);
  assert.throws(() => prettyPrint('<a>'), XmlError);
});

/** Without whitespace-only text, which indentation may add and remove. */
function essence(element: XmlElement): unknown {
  const children = element.children
    .map((child) => (typeof child === 'string' ? child.trim() : essence(child)))
    .filter((child) => child !== '');
  return [element.name, element.attributes, children];
}

test('XML 1.0 §2.10: the output parses to the same document', () => {
  const word = fc.stringMatching(/^[a-z&<>"]{0,8}$/);
  const name = fc.constantFrom('a', 'b');
  const { node } = fc.letrec<{ node: string; leaf: string; inner: string }>((tie) => ({
    node: fc.oneof({ maxDepth: 4, withCrossShrink: true }, tie('leaf'), tie('inner')),
    leaf: fc.tuple(name, word, word).map(([each, value, text]) => writeTextElement(each, { x: value }, text)),
    inner: fc
      .tuple(name, word, fc.array(tie('node'), { maxLength: 3 }))
      .map(([each, value, children]) => writeElement(each, { x: value, y: value }, children.join(''))),
  }));
  fc.assert(
    fc.property(node, (xml) => {
      const printed = join(prettyPrint(xml));
      assert.deepEqual(essence(parseXml(printed)), essence(parseXml(xml)));
    }),
  );
});
