import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanXml, XML_LIMITS, type XmlLimits } from './scan-xml.ts';
import { XmlError } from './xml-error.ts';

function scan(text: string, limits?: XmlLimits): string[] {
  const seen: string[] = [];
  scanXml(
    text,
    {
      open: ({ name, attributes }) => seen.push(`<${name} ${attributes.map(({ name }) => name).join(',')}`),
      text: (run) => seen.push(run),
      close: () => seen.push('>'),
      comment: (run) => seen.push(`!${run}`),
    },
    limits,
  );
  return seen;
}

function refusal(text: string, limits?: XmlLimits): string {
  try {
    scan(text, limits);
  } catch (error) {
    assert.ok(error instanceof XmlError);
    return error.reason;
  }
  return 'accepted';
}

test('XML 1.0 §2: elements, declarations, text, CDATA and comments are reported in order', () => {
  assert.deepEqual(
    scan(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a xmlns="u" b="1">x<![CDATA[<y>]]><!--z--><c/></a>\n<!--out-->',
    ),
    ['<a xmlns,b', 'x', '<y>', '!z', '<c ', '>', '>'],
  );
});

const refused: readonly (readonly [string, string, RegExp])[] = [
  ['XML 1.0 §2.8: a document type', '<!DOCTYPE a><a/>', /document type/],
  [
    'XML 1.0 §4.2.2: an external entity',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    /document type/,
  ],
  ['XML 1.0 §4.1: an undeclared entity', '<a>&nbsp;</a>', /undefined entity/],
  [
    'XML 1.0 §4.1: an entity named like an Object.prototype member',
    '<a>&constructor;</a>',
    /undefined entity/,
  ],
  [
    'XML 1.0 §4.1: a reference to a character that XML does not allow',
    '<a>&#0;</a>',
    /malformed character entity/,
  ],
  ['XML 1.0 §2.6: a processing instruction', '<a><?php x?></a>', /processing instruction \(php\)/],
  ['XML 1.0 §2.1: a second root', '<a/><b/>', /only one root/],
  ['XML 1.0 §2.1: text after the root', '<a/>x', /text data outside of root/],
  ['XML 1.0 §2.1: nothing', '', /must contain a root/],
  ['XML 1.0 §2.1: a truncated document', '<a><b>', /unclosed tag/],
  ['XML 1.0 §3.1: a duplicate attribute', '<a x="1" x="2"/>', /duplicate attribute/],
  ['XML 1.0 §3.1: an attribute without quotes', '<a x=1/>', /unquoted/],
  ['XML 1.0 §2.2: a control character', '<a>\u0001</a>', /disallowed character/],
  ['Namespaces in XML 1.0 §5: an undeclared prefix', '<p:a/>', /unbound namespace prefix/],
  [
    'Namespaces in XML 1.0 §6.3: the same attribute with two prefixes',
    '<a xmlns:p="u" xmlns:q="u" p:x="" q:x=""/>',
    /duplicate attribute/,
  ],
  ['XML 1.0 §2.8: version 1.1', '<?xml version="1.1"?><a/>', /version 1\.0/],
  ['XML 1.0 §4.3.3: another encoding', '<?xml version="1.0" encoding="UTF-16"?><a/>', /UTF-8/],
  ['SAML Core §1.3.4: the same ID twice', '<a ID="x"><b ID="x"/></a>', /same ID/],
  ['SAML Core §1.3.4: the same identifier as ID and Id', '<a ID="x"><b Id="x"/></a>', /same Id/],
];

for (const [title, text, reason] of refused)
  test(`${title} is rejected`, () => assert.match(refusal(text), reason));

test('SAML Core §1.3: a document beyond a limit is rejected', () => {
  const deep = (count: number): string => '<a>'.repeat(count) + '</a>'.repeat(count);
  const attributes = (count: number): string =>
    `<a${Array.from({ length: count }, (_, index) => ` x${index}=""`).join('')}/>`;
  assert.equal(refusal(deep(64)), 'accepted');
  assert.match(refusal(deep(65)), /deeper than 64/);
  assert.equal(refusal(`<a>${'<b/>'.repeat(19_999)}</a>`), 'accepted');
  assert.match(refusal(`<a>${'<b/>'.repeat(20_000)}</a>`), /more than 20000 nodes/);
  assert.match(refusal(`<a>${'<!---->'.repeat(20_000)}</a>`), /more than 20000 nodes/);
  assert.equal(refusal(attributes(256)), 'accepted');
  assert.match(refusal(attributes(257)), /more than 256 attributes/);
  assert.match(refusal(`<a>${'x'.repeat(XML_LIMITS.characters)}</a>`), /longer than 1048576/);
  assert.match(refusal('<a>xx</a>', { ...XML_LIMITS, characters: 8 }), /longer than 8/);
});

test('XML 1.0 §2.8: an error includes line and column', () => {
  assert.throws(
    () => scan('<a>\n  <?x y?></a>'),
    (error: XmlError) => error.line === 2 && error.column !== undefined && error.column > 2,
  );
});
