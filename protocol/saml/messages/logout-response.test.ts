import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import { PARTIAL_LOGOUT, SUCCESS } from '../status.ts';
import { parseLogoutResponse, renderLogoutResponse } from './logout-response.ts';

const SENT = {
  id: '_2',
  issuedAt: Date.UTC(2030, 0, 1),
  issuer: 'http://idp.test',
  destination: 'http://sp.test/slo?a&b',
  inResponseTo: '_1',
};

for (const status of [SUCCESS, PARTIAL_LOGOUT]) {
  test(`SAML Core §3.7.2: a response survives a round trip: ${status.secondLevel ?? status.topLevel}`, () => {
    const { head, rest } = renderLogoutResponse({ ...SENT, status });
    const text = head + rest.wire;
    assert.equal(writeCanonical(parseXml(text)), head + rest.canonical);
    const { version, ...read } = parseLogoutResponse(parseXml(text));
    assert.equal(version, '2.0');
    assert.deepEqual(read, { ...SENT, status });
  });
}

test('SAML Bindings §3.2: over SOAP there is no Destination', () => {
  const { head } = renderLogoutResponse({ ...SENT, destination: undefined, status: SUCCESS });
  assert.ok(!head.includes('Destination'));
});

test('SAML Core §3.7.2: a response without a status is rejected', () => {
  const { head } = renderLogoutResponse({ ...SENT, status: SUCCESS });
  assert.throws(() => parseLogoutResponse(parseXml(`${head}</samlp:LogoutResponse>`)), {
    code: 'invalid_token',
  });
});
