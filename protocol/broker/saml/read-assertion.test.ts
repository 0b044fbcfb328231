import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAMESPACES } from '#protocol/saml/xml-names.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { readAssertion } from './read-assertion.ts';

const read = (content: string) =>
  readAssertion(
    parseXml(
      `<a:Assertion xmlns:a="${NAMESPACES.assertion}" xmlns:xsi="${NAMESPACES.schemaInstance}" ID="_1">${content}</a:Assertion>`,
    ),
  );
const attribute = (content: string): string =>
  `<a:AttributeStatement><a:Attribute Name="n" FriendlyName="f">${content}</a:Attribute></a:AttributeStatement>`;

test('SAML Core §2.3.3: an empty assertion says nothing', () =>
  assert.deepEqual(read(''), {
    id: '_1',
    issuer: undefined,
    nameId: undefined,
    confirmations: [],
    conditions: { notBefore: undefined, notOnOrAfter: undefined },
    audiences: [],
    sessionIndex: undefined,
    attributes: [],
  }));

test('SAML Core §2.4: only bearer confirmations count', () => {
  const { nameId, confirmations } = read(
    `<a:Subject><a:NameID SPNameQualifier="q"> ada </a:NameID>
<a:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"/>
<a:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><a:SubjectConfirmationData Recipient="r" InResponseTo="_q" NotOnOrAfter="2030-01-01T00:00:00Z"/></a:SubjectConfirmation></a:Subject>`,
  );
  assert.deepEqual(nameId, {
    value: 'ada',
    format: undefined,
    nameQualifier: undefined,
    spNameQualifier: 'q',
  });
  assert.deepEqual(confirmations, [
    { recipient: 'r', inResponseTo: '_q', notBefore: undefined, notOnOrAfter: Date.UTC(2030, 0, 1) },
  ]);
});

for (const [name, content, values] of [
  [
    'several values',
    '<a:AttributeValue>1</a:AttributeValue><a:AttributeValue>2</a:AttributeValue>',
    ['1', '2'],
  ],
  ['nil', '<a:AttributeValue xsi:nil="true"/>', []],
  ['an element', '<a:AttributeValue><a:NameID>x</a:NameID></a:AttributeValue>', ['x']],
  ['a comment inside', '<a:AttributeValue>a<!-- b -->c</a:AttributeValue>', ['ac']],
] as const)
  test(`SAML Core §2.7.3.1: an attribute with ${name} has the values ${JSON.stringify(values)}`, () => {
    const [{ elements: _read, ...found } = { values: [] }, ...others] = read(attribute(content)).attributes;
    assert.deepEqual([found, ...others], [{ name: 'n', friendlyName: 'f', values }]);
  });

test('SAML Core §2.7.3.1: the elements of values are kept, if there are any', () => {
  const [plain] = read(attribute('<a:AttributeValue>1</a:AttributeValue>')).attributes;
  assert.equal(plain?.elements, undefined);
  const [rich] = read(attribute('<a:AttributeValue>1<a:b>2</a:b></a:AttributeValue>')).attributes;
  assert.equal(rich?.elements?.length, 1);
});

for (const [name, content] of [
  ['two subjects', '<a:Subject/><a:Subject/>'],
  ['two names', '<a:Subject><a:NameID>a</a:NameID><a:NameID>b</a:NameID></a:Subject>'],
  ['two conditions', '<a:Conditions/><a:Conditions/>'],
  ['a time that is none', '<a:Conditions NotBefore="soon"/>'],
  ['a name with elements', '<a:Subject><a:NameID>a<b/></a:NameID></a:Subject>'],
] as const)
  test(`SAML Core §2.3.3: ${name} are refused`, () => assert.throws(() => read(content), XmlError));
