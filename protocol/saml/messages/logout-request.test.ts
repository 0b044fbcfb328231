import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import { NAME_ID_FORMATS, NAMESPACES } from '../xml-names.ts';
import { parseLogoutRequest, renderLogoutRequest } from './logout-request.ts';

const SENT = {
  id: '_1',
  issuedAt: Date.UTC(2030, 0, 1),
  issuer: 'http://idp.test/?a&b',
  destination: 'http://sp.test/slo?a=1&b=2',
  notOnOrAfter: Date.UTC(2030, 0, 1, 0, 1),
  nameId: { value: '<alice> & "co"', format: NAME_ID_FORMATS.transient },
  sessionIndex: 's::c',
};

const request = (content: string, attributes = ''): string =>
  `<samlp:LogoutRequest xmlns:samlp="${NAMESPACES.protocol}" xmlns:saml="${NAMESPACES.assertion}" ID="_1" Version="2.0" IssueInstant="2030-01-01T00:00:00Z"${attributes}>${content}</samlp:LogoutRequest>`;

const parse = (content: string, attributes?: string) =>
  parseLogoutRequest(parseXml(request(content, attributes)));

test('SAML Core §3.7.1: a request survives a round trip', () => {
  const { head, rest } = renderLogoutRequest(SENT);
  const { id, issuedAt, issuer, destination, notOnOrAfter, nameId, sessionIndexes } = parseLogoutRequest(
    parseXml(head + rest.wire),
  );
  const { sessionIndex, ...sent } = SENT;
  assert.deepEqual({ id, issuedAt, issuer, destination, notOnOrAfter, nameId }, sent);
  assert.deepEqual(sessionIndexes, [sessionIndex]);
});

test('XML Signature §4.4.3: the rendered text is canonical', () => {
  const { head, rest } = renderLogoutRequest(SENT);
  assert.equal(head + rest.canonical, head + rest.wire);
  assert.equal(writeCanonical(parseXml(head + rest.wire)), head + rest.wire);
});

test('SAML Core §3.7.1: several sessions or none, a default format, and comments that do not truncate the name', () => {
  const many = parse(
    '<saml:NameID>a<!-- x -->b</saml:NameID><samlp:SessionIndex>1</samlp:SessionIndex><samlp:SessionIndex> 2 </samlp:SessionIndex><samlp:SessionIndex/>',
  );
  assert.deepEqual(many.sessionIndexes, ['1', '2']);
  assert.deepEqual(many.nameId, { value: 'ab', format: NAME_ID_FORMATS.unspecified });
  assert.equal(many.notOnOrAfter, undefined);
});

for (const [what, content, attributes, reason] of [
  ['without a name identifier', '', '', /has no NameID/],
  ['with an empty one', '<saml:NameID> </saml:NameID>', '', /empty NameID/],
  ['with one that is still encrypted', '<saml:EncryptedID/>', '', /has no NameID/],
  [
    'with an invalid NotOnOrAfter',
    '<saml:NameID>a</saml:NameID>',
    ' NotOnOrAfter="soon"',
    /not an xs:dateTime/,
  ],
  [
    'with too many sessions',
    `<saml:NameID>a</saml:NameID>${'<samlp:SessionIndex>1</samlp:SessionIndex>'.repeat(101)}`,
    '',
    /more than 100 sessions/,
  ],
] as const) {
  test(`SAML Core §3.7.1: a request ${what} is rejected`, () => {
    assert.throws(() => parse(content, attributes), { code: 'invalid_token', reason });
  });
}

test('SAML Core §2.2.3: two name identifiers are rejected', () => {
  assert.throws(() => parse('<saml:NameID>a</saml:NameID><saml:NameID>b</saml:NameID>'), {
    name: 'XmlError',
  });
});
