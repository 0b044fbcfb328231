import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf } from '#protocol/xml/read-xml.ts';
import { SUCCESS } from '../status.ts';
import { renderResponse } from './response.ts';

const RESPONSE = {
  id: 'ID_1',
  issuedAt: Date.UTC(2030, 0, 1),
  issuer: 'http://idp.test/realms/demo',
  destination: 'http://sp.test/acs?a=1&b=2',
  inResponseTo: '_1',
  status: SUCCESS,
  extensions: undefined,
  assertion: undefined,
} as const;

test('SAML Core §3.2.2: a response is canonical: attributes are sorted, prefixes declared where they are used', () => {
  const { head, rest } = renderResponse(RESPONSE);
  assert.equal(
    head,
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Destination="http://sp.test/acs?a=1&amp;b=2" ID="ID_1" InResponseTo="_1" IssueInstant="2030-01-01T00:00:00.000Z" Version="2.0"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">http://idp.test/realms/demo</saml:Issuer>',
  );
  assert.equal(rest.wire, rest.canonical);
  assert.equal(attributeOf(parseXml(head + rest.wire), 'Destination'), RESPONSE.destination);
});

test('SAML Core §3.2.2: an unsolicited response has no InResponseTo; extensions precede the status', () => {
  const { head, rest } = renderResponse({ ...RESPONSE, inResponseTo: undefined, extensions: '<x></x>' });
  assert.doesNotMatch(head, /InResponseTo/);
  assert.match(rest.wire, /^<samlp:Extensions><x><\/x><\/samlp:Extensions><samlp:Status>/);
});
