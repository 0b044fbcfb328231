import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseXml } from './parse-xml.ts';
import { textOf } from './read-xml.ts';
import { escapeAttribute, escapeText } from './write-xml.ts';
import { XmlError } from './xml-error.ts';

test('Namespaces in XML 1.0 §6: names are resolved, and declarations are not attributes', () => {
  const root = parseXml('<p:a xmlns:p="u" xmlns="v" p:x="1" y="2"><b/></p:a>');
  assert.deepEqual(root, {
    name: 'p:a',
    localName: 'a',
    namespace: 'u',
    attributes: [
      { name: 'p:x', localName: 'x', namespace: 'u', value: '1' },
      { name: 'y', localName: 'y', namespace: '', value: '2' },
    ],
    declarations: [
      { prefix: 'p', namespace: 'u' },
      { prefix: '', namespace: 'v' },
    ],
    children: [{ name: 'b', localName: 'b', namespace: 'v', attributes: [], declarations: [], children: [] }],
  });
});

test('SAML Core §1.3.1: a comment does not truncate a value', () => {
  assert.equal(
    textOf(parseXml('<a>admin@example.com<!-- -->.evil.example</a>')),
    'admin@example.com.evil.example',
  );
  assert.deepEqual(parseXml('<a>x<![CDATA[&y]]>z</a>').children, ['x&yz']);
});

test('SAML Core §1.3: the whole tree is frozen', () => {
  const root = parseXml('<a x="1" xmlns="u"><b/></a>');
  const parts = [
    root,
    root.attributes,
    root.attributes[0],
    root.declarations,
    root.declarations[0],
    root.children,
    root.children[0],
  ];
  assert.ok(parts.every((part) => Object.isFrozen(part)));
});

test('SAML Core §1.3: the caller can change a limit', () => {
  assert.throws(() => parseXml('<a><b/></a>', { depth: 1 }), XmlError);
  assert.equal(parseXml('<a><b/></a>', { depth: 2 }).localName, 'a');
});

test('XML 1.0 §2.8: any text yields a tree or an XmlError', () => {
  const markup = fc.constantFrom(
    '<a',
    '<a>',
    '</a>',
    '/>',
    ' ID="1"',
    '&',
    '&lt;',
    '<!--',
    '-->',
    ']]>',
    '<?',
    '<!',
    'x',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(markup, fc.string({ unit: 'binary' }))), (pieces) => {
      try {
        parseXml(pieces.join(''));
      } catch (error) {
        assert.ok(error instanceof XmlError, String(error));
      }
    }),
  );
});

test('Canonical XML 1.0 §2.3: escaped text is read back unchanged', () => {
  const legal = (text: string): boolean =>
    /^[\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u.test(text);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }).filter(legal), (value) => {
      const root = parseXml(`<a x="${escapeAttribute(value)}">${escapeText(value)}</a>`);
      assert.equal(root.attributes[0]?.value, value);
      assert.equal(root.children[0] ?? '', value);
    }),
  );
});
