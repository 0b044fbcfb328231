import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from './parse-xml.ts';
import { attributeOf, childElement, childElements, textOf, walkElements } from './read-xml.ts';
import { XmlError } from './xml-error.ts';

const root = parseXml(
  '<a xmlns="u" xmlns:p="v" x="1" p:x="2"> <b>one</b><p:b/><b/><c> t<!-- -->ext\n</c></a>',
);

test('Namespaces in XML 1.0 §6.2: an attribute without a prefix has no namespace', () => {
  assert.equal(attributeOf(root, 'x'), '1');
  assert.equal(attributeOf(root, 'x', 'v'), '2');
  assert.equal(attributeOf(root, 'x', 'u'), undefined);
  assert.equal(attributeOf(root, 'y'), undefined);
});

test('Namespaces in XML 1.0 §6: children are found by namespace and local name', () => {
  assert.equal(childElements(root, 'u', 'b').length, 2);
  assert.equal(childElements(root, 'v', 'b').length, 1);
  assert.equal(childElement(root, 'v', 'b')?.name, 'p:b');
  assert.equal(childElement(root, 'u', 'd'), undefined);
});

test('SAML Core §3.2.1: two elements where only one is allowed are rejected', () => {
  assert.throws(() => childElement(root, 'u', 'b'), new XmlError('a has more than one b'));
});

test('SAML Core §1.3.1: the text of an element is complete and trimmed; child elements are rejected', () => {
  const [c] = childElements(root, 'u', 'c');
  assert.equal(c && textOf(c), 't' + 'ext');
  assert.equal(textOf(parseXml('<a/>')), '');
  assert.throws(() => textOf(root), XmlError);
  assert.throws(() => textOf(parseXml('<a><b/></a>')), XmlError);
});

test('XML 1.0 §2.1: elements are visited in document order', () => {
  assert.deepEqual(
    [...walkElements(root)].map(({ name }) => name),
    ['a', 'b', 'p:b', 'b', 'c'],
  );
});
