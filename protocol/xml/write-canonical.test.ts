import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from './parse-xml.ts';
import { writeCanonical } from './write-canonical.ts';
import type { XmlElement } from './xml-element.ts';

const canonical = (text: string): string => writeCanonical(parseXml(text));

for (const [what, text, expected] of [
  ['empty elements get an end tag', '<a/>', '<a></a>'],
  ['attributes are sorted by name', '<a c="1" ID="2" b="3"/>', '<a ID="2" b="3" c="1"></a>'],
  [
    'attributes without a namespace come first',
    '<a xmlns:p="u" p:a="1" z="2"/>',
    '<a xmlns:p="u" z="2" p:a="1"></a>',
  ],
  [
    'prefixed attributes are sorted by namespace',
    '<a xmlns:p="v" xmlns:q="u" p:a="1" q:b="2"/>',
    '<a xmlns:p="v" xmlns:q="u" q:b="2" p:a="1"></a>',
  ],
  ['unused declarations are removed', '<a xmlns:p="u"/>', '<a></a>'],
  [
    'a prefix is declared at each outermost element that uses it',
    '<a xmlns:p="u"><p:b/><p:c/></a>',
    '<a><p:b xmlns:p="u"></p:b><p:c xmlns:p="u"></p:c></a>',
  ],
  [
    'a declaration is not repeated below',
    '<p:a xmlns:p="u"><p:b xmlns:p="u"/></p:a>',
    '<p:a xmlns:p="u"><p:b></p:b></p:a>',
  ],
  ['a default namespace is kept', '<a xmlns="u"><b/></a>', '<a xmlns="u"><b></b></a>'],
  ['a default namespace is removed', '<a xmlns="u"><b xmlns=""/></a>', '<a xmlns="u"><b xmlns=""></b></a>'],
  [
    'a prefix may mean something else below',
    '<p:a xmlns:p="u"><p:b xmlns:p="v"/></p:a>',
    '<p:a xmlns:p="u"><p:b xmlns:p="v"></p:b></p:a>',
  ],
  ['comments are dropped, CDATA becomes text', '<a>x<!-- c -->y<![CDATA[<]]></a>', '<a>xy&lt;</a>'],
  ['the prefix xml needs no declaration', '<a xml:lang="en"/>', '<a xml:lang="en"></a>'],
  [
    'special characters are escaped',
    '<a b="&quot;&#10;&lt;">&gt;&#13;</a>',
    '<a b="&quot;&#xA;&lt;">&gt;&#xD;</a>',
  ],
] as const) {
  test(`Exclusive XML Canonicalization §3: ${what}`, () => assert.equal(canonical(text), expected));
}

test('an element from inside a document declares namespaces that its ancestors declare', () => {
  const [child] = parseXml('<e xmlns:p="u"><p:a><p:b/></p:a></e>').children;
  assert.equal(writeCanonical(child as XmlElement), '<p:a xmlns:p="u"><p:b></p:b></p:a>');
});

const inner = (text: string): { readonly root: XmlElement; readonly child: XmlElement } => {
  const root = parseXml(text);
  return { root, child: root.children[0] as XmlElement };
};

for (const [what, text, expected] of [
  [
    'declarations of ancestors are repeated on it, used or not',
    '<e xmlns:p="u"><a/></e>',
    '<a xmlns:p="u"></a>',
  ],
  ['a default namespace of an ancestor is declared on it', '<e xmlns="u"><a/></e>', '<a xmlns="u"></a>'],
  ['the nearest declaration is used', '<e xmlns:p="u"><a xmlns:p="v"/></e>', '<a xmlns:p="v"></a>'],
  [
    'a default namespace that the element removes is not declared',
    '<e xmlns="u"><a xmlns=""/></e>',
    '<a></a>',
  ],
  [
    'it inherits xml: attributes, its own take precedence',
    '<e xml:lang="en" xml:space="preserve"><a xml:lang="de"/></e>',
    '<a xml:lang="de" xml:space="preserve"></a>',
  ],
  [
    'a declaration on a descendant is written once, in place',
    '<e><a><p:b xmlns:p="u" xmlns:q="v"><q:c xmlns:q="v"/></p:b></a></e>',
    '<a><p:b xmlns:p="u" xmlns:q="v"><q:c></q:c></p:b></a>',
  ],
] as const) {
  test(`Canonical XML 1.0 §2.4: ${what}`, () => {
    const { root, child } = inner(text);
    assert.equal(writeCanonical(child, { inclusive: 'all', ancestors: [root] }), expected);
  });
}

test('Exclusive XML Canonicalization §4: a listed prefix is declared if it is in scope, others only where they are used', () => {
  const { root, child } = inner('<e xmlns:p="u" xmlns:q="v" xmlns="w"><a><b xmlns:p="x"/></a></e>');
  const form = { inclusive: new Set(['p', 'none']), ancestors: [root] };
  assert.equal(writeCanonical(child, form), '<a xmlns="w" xmlns:p="u"><b xmlns:p="x"></b></a>');
});
