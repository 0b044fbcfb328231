import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { textOf } from '#protocol/xml/read-xml.ts';
import { attributesOf, elementOf, nameIdOf } from '../testing/response.ts';
import { ATTRIBUTE_NAME_FORMATS, NAME_ID_FORMATS } from '../xml-names.ts';
import { type Assertion, renderAssertion } from './assertion.ts';

const EVIL = `"<&>'\r\n\t]]>\u0000 ü😀`;

const ASSERTION: Assertion = {
  id: 'ID_1',
  issuedAt: 0,
  issuer: EVIL,
  nameId: { value: EVIL, format: NAME_ID_FORMATS.unspecified },
  recipient: 'http://sp.test/?a=1&b="2"',
  inResponseTo: EVIL,
  confirmableUntil: 2000,
  notBefore: 0,
  notOnOrAfter: 1000,
  audiences: [EVIL, 'two'],
  oneTimeUse: true,
  authnStatement: { authenticatedAt: 0, sessionIndex: EVIL, sessionEndsAt: 5000, contextClass: EVIL },
  attributes: [
    {
      name: EVIL,
      nameFormat: ATTRIBUTE_NAME_FORMATS.basic,
      friendlyName: EVIL,
      values: [EVIL, '', ' xmlns:xs="http://www.w3.org/2001/XMLSchema"'],
    },
  ],
};

function wireOf(assertion: Assertion): string {
  const { head, rest } = renderAssertion(assertion);
  return head + rest.wire;
}

test('SAML Core §2.3.3: the assertion is well-formed and preserves any values', () => {
  const root = parseXml(wireOf(ASSERTION));
  // Only the character that XML does not allow is replaced.
  const shown = EVIL.replace('\u0000', '\uFFFD');
  assert.equal(textOf(elementOf(root, 'Issuer')), shown);
  assert.equal(nameIdOf({ root }).value, shown);
  assert.deepEqual(attributesOf({ root })[0]?.slice(1), [
    shown,
    '',
    'xmlns:xs="http://www.w3.org/2001/XMLSchema"',
  ]);
});

test('Exclusive XML Canonicalization §3: the two forms differ only in the declaration of xs, even if a value contains that text', () => {
  const { rest } = renderAssertion(ASSERTION);
  const declaration = ' xmlns:xs="http://www.w3.org/2001/XMLSchema"';
  assert.equal(rest.wire.length - rest.canonical.length, 3 * declaration.length);
  assert.ok(rest.canonical.includes(`${declaration}</saml:AttributeValue>`));
});

test('SAML Core §2.7.3: without attributes there is no AttributeStatement', () => {
  assert.doesNotMatch(wireOf({ ...ASSERTION, attributes: [] }), /AttributeStatement/);
});

test('SAML Core §2.4.1.2: an unsolicited assertion has no InResponseTo', () => {
  assert.doesNotMatch(wireOf({ ...ASSERTION, inResponseTo: undefined }), /InResponseTo/);
});
