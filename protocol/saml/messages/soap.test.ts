import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAMESPACES } from '../xml-names.ts';
import { parseEnvelope, renderEnvelope, renderFault } from './soap.ts';

const envelope = (content: string): string =>
  `<e:Envelope xmlns:e="${NAMESPACES.soap}">${content}</e:Envelope>`;

test('SOAP 1.1 §4: an envelope with headers survives a round trip', () => {
  const text = renderEnvelope({ header: '<h xmlns="urn:h"/>', body: '<a b="c"/>' });
  assert.ok(text.includes('<soap:Header><h xmlns="urn:h"/></soap:Header><soap:Body><a b="c"/></soap:Body>'));
  assert.equal(parseEnvelope(text).localName, 'a');
  assert.ok(!renderEnvelope({ body: '<a/>' }).includes('Header'));
});

test('SOAP 1.1 §4.4: a fault names the party at fault', () => {
  const text = renderFault({ by: 'Client', text: 'a < b' });
  assert.ok(text.includes('<faultcode>soap:Client</faultcode><faultstring>a &lt; b</faultstring>'));
});

for (const [what, text, reason] of [
  ['text that is not XML', '', /cannot be read/],
  ['another element', '<a/>', /root element is a, not the Envelope/],
  [
    'a SOAP 1.2 envelope',
    '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"/>',
    /Envelope of SOAP 1\.1/,
  ],
  ['an envelope without a body', envelope('<e:Header/>'), /has no Body/],
  ['two bodies', envelope('<e:Body><a/></e:Body><e:Body><b/></e:Body>'), /two Body elements/],
  ['an empty body', envelope('<e:Body> </e:Body>'), /holds 0 elements/],
  ['two messages', envelope('<e:Body><a/><b/></e:Body>'), /holds 2 elements/],
  ['an entity', `<!DOCTYPE a [<!ENTITY x "y">]>${envelope('<e:Body><a>&x;</a></e:Body>')}`, /document type/],
  ['a fault', renderFault({ by: 'Server', text: 'down' }), /SOAP fault: down/],
  ['a fault without a faultstring', envelope('<e:Body><e:Fault/></e:Body>'), /SOAP fault: no faultstring/],
] as const) {
  test(`SAML Bindings §3.2.2: ${what} is rejected`, () => {
    assert.throws(() => parseEnvelope(text), { code: 'invalid_token', reason });
  });
}
