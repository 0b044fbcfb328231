import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import { SUCCESS } from '../status.ts';
import { NAMESPACES } from '../xml-names.ts';
import { parseArtifactResponse, renderArtifactResponse } from './artifact-response.ts';

const SENT = {
  id: '_2',
  issuedAt: Date.UTC(2030, 0, 1),
  issuer: 'http://idp.test',
  inResponseTo: '_1',
  status: SUCCESS,
};

/** Its `xs` prefix is used only in a value, so it is sent but not part of the canonical form. */
const MESSAGE = `<samlp:Response xmlns:samlp="${NAMESPACES.protocol}" ID="_3"><saml:V xmlns:saml="${NAMESPACES.assertion}" xmlns:xs="${NAMESPACES.schema}" xmlns:xsi="${NAMESPACES.schemaInstance}" xsi:type="xs:string">x</saml:V></samlp:Response>`;

test('SAML Core §3.5.2: the embedded message survives a round trip', () => {
  const { head, rest } = renderArtifactResponse({ ...SENT, message: MESSAGE });
  const { message, status, inResponseTo } = parseArtifactResponse(parseXml(head + rest.wire));
  assert.deepEqual([status, inResponseTo], [SUCCESS, '_1']);
  assert.ok(message);
  assert.equal(writeCanonical(message), writeCanonical(parseXml(MESSAGE)));
  assert.ok(rest.wire.includes('xmlns:xs='));
});

test('XML Signature §4.4.3: the canonical form covers the embedded message', () => {
  const { head, rest } = renderArtifactResponse({ ...SENT, message: MESSAGE });
  assert.equal(head + rest.canonical, writeCanonical(parseXml(head + rest.wire)));
  assert.ok(!rest.canonical.includes('xmlns:xs='));
});

test('SAML Core §3.5.3: a response without a message has none when parsed', () => {
  const { head, rest } = renderArtifactResponse({ ...SENT, message: undefined });
  assert.equal(head + rest.canonical, writeCanonical(parseXml(head + rest.wire)));
  assert.equal(parseArtifactResponse(parseXml(head + rest.wire)).message, undefined);
});

test('SAML Core §3.5.2: two messages or another root element are rejected', () => {
  const { head, rest } = renderArtifactResponse({ ...SENT, message: MESSAGE });
  const two = rest.wire.replace('</samlp:ArtifactResponse>', '<a/></samlp:ArtifactResponse>');
  assert.throws(() => parseArtifactResponse(parseXml(head + two)), {
    code: 'invalid_token',
    reason: /more than one/,
  });
  assert.throws(() => parseArtifactResponse(parseXml('<a/>')), {
    code: 'invalid_token',
    reason: /is a, not/,
  });
});
