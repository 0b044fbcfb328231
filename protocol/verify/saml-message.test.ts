import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import {
  isSamlParameter,
  isSignedXml,
  readSamlFacts,
  readSamlParameter,
  writeSamlParameter,
} from './saml-message.ts';

const SAML = 'xmlns="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol"';
const DS = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

function signature(algorithm: string): string {
  return `<ds:Signature ${DS}><ds:SignedInfo><ds:SignatureMethod Algorithm="${algorithm}"/></ds:SignedInfo></ds:Signature>`;
}

function response(inside: string, attributes = ''): string {
  return `<p:Response ${SAML} ID="_1" Destination="https://app/acs" InResponseTo="_2" ${attributes}><Issuer>https://idp</Issuer>${inside}</p:Response>`;
}

function assertion(inside: string): string {
  return response(
    `<Assertion ID="_3" IssueInstant="2026-01-01T10:00:00Z"><Issuer>https://idp</Issuer>${inside}</Assertion>`,
  );
}

test('SAML Bindings §3.4.3: only SAMLRequest and SAMLResponse carry messages', () => {
  for (const name of ['samlresponse', 'RelayState', 'SAMLart', '', 'Signature'])
    assert.equal(isSamlParameter(name), false);
  assert.equal(isSamlParameter('SAMLRequest') && isSamlParameter('SAMLResponse'), true);
});

test('SAML Bindings §3.4.4.1, §3.5.4: a message is read deflated or plain, and written as it came', () => {
  const xml = '<a xmlns="b">\u00fc</a>';
  for (const isDeflated of [true, false])
    assert.deepEqual(readSamlParameter(writeSamlParameter({ xml, isDeflated })), { xml, isDeflated });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (text, isDeflated) => {
      const message = { xml: `<a>${text}</a>`, isDeflated };
      assert.deepEqual(readSamlParameter(writeSamlParameter(message)), message);
    }),
  );
});

test('contract "verify": what is no XML in base64 is no message', () => {
  for (const value of [
    '',
    'x',
    '%%%',
    'AAAA',
    Buffer.from('hello').toString('base64'),
    deflateRawSync('hello').toString('base64'),
  ])
    assert.equal(readSamlParameter(value), undefined, value);
});

test('contract "verify": a message that inflates to more than 4 MiB is not read', () => {
  const bomb = deflateRawSync(`<a>${' '.repeat(5 * 1024 * 1024)}</a>`).toString('base64');
  assert.equal(readSamlParameter(bomb), undefined);
});

test('contract "verify": reading a message never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (value) => {
      const message = readSamlParameter(value);
      if (message !== undefined) readSamlFacts(message.xml);
      readSamlFacts(value);
      isSignedXml(value);
    }),
  );
});

test('SAML Core §5: a message with a signature is signed; one that only declares the namespace is not', () => {
  assert.equal(isSignedXml(response(signature('x'))), true);
  assert.equal(isSignedXml(`<a ${DS}/>`), false);
  assert.equal(isSignedXml('<a/>'), false);
  assert.equal(isSignedXml(`<a ${DS}>`), true, 'not well-formed: the safe answer');
});

test('contract "verify": XML that cannot be parsed is not readable', () => {
  for (const xml of ['', '<', '<a>', '<a/><b/>', 'text', '<!DOCTYPE a><a/>', '<a b="1" b="2"/>'])
    assert.deepEqual(readSamlFacts(xml), { message: 'not readable' }, xml);
});

test('SAML Core §3.2: of a message its kind, addresses, issuer, status and signature are compared', () => {
  const status =
    '<p:Status><p:StatusCode Value="urn:top"><p:StatusCode Value="urn:second"/></p:StatusCode><p:StatusMessage> why </p:StatusMessage></p:Status>';
  assert.deepEqual(readSamlFacts(response(`${signature('urn:rsa')}${status}`)), {
    message: 'Response',
    destination: 'https://app/acs',
    'in response to': 'present',
    issuer: 'https://idp',
    status: ['urn:top', 'urn:second'],
    'status message': 'why',
    'signature of the message': 'urn:rsa',
  });
});

test('SAML Core §2.7.2: identifiers and instants differ each time and are no facts', () => {
  const facts = (id: string, year: string): unknown =>
    readSamlFacts(
      `<p:Response ${SAML} ID="${id}" IssueInstant="${year}-01-01T00:00:00Z"><Assertion ID="a${id}" IssueInstant="${year}-01-01T00:00:00Z"><Conditions NotOnOrAfter="${year}-01-01T00:01:00Z"/><AuthnStatement SessionIndex="${id}" SessionNotOnOrAfter="${year}-01-01T10:00:00Z"/></Assertion></p:Response>`,
    );
  assert.deepEqual(facts('_1', '2026'), facts('_2', '2027'));
});

test('SAML Core §2.5.1, §2.7.2: lifetimes are counted from the issue of the assertion', () => {
  const facts = readSamlFacts(
    assertion(
      `<Subject><SubjectConfirmation><SubjectConfirmationData Recipient="https://app/acs" NotOnOrAfter="2026-01-01T10:05:00Z"/></SubjectConfirmation></Subject><Conditions NotOnOrAfter="2026-01-01T10:01:00Z"/><AuthnStatement SessionNotOnOrAfter="2026-01-01T20:00:00Z"/>`,
    ),
  );
  assert.equal(facts['assertion lifetime in seconds'], 60);
  assert.equal(facts['subject confirmation lifetime in seconds'], 300);
  assert.equal(facts['session lifetime in seconds'], 36000);
  assert.equal(facts['recipient'], 'https://app/acs');
  assert.equal('session index' in facts, false);
});

test('SAML Core §2.5.1: an instant that is none gives no lifetime', () => {
  assert.equal(
    'assertion lifetime in seconds' in readSamlFacts(assertion('<Conditions NotOnOrAfter="soon"/>')),
    false,
  );
});

test('SAML Core §2.5.1.4: all audiences are compared', () => {
  const facts = readSamlFacts(
    assertion(
      '<Conditions><AudienceRestriction><Audience>a</Audience><Audience>b</Audience></AudienceRestriction></Conditions>',
    ),
  );
  assert.deepEqual(facts['audience'], ['a', 'b']);
});

test('SAML Core §8.3.7: a persistent name identifier is generated; one of another format is the name itself', () => {
  const named = (format: string): Readonly<Record<string, unknown>> =>
    readSamlFacts(assertion(`<Subject><NameID Format="${format}"> alice </NameID></Subject>`));
  assert.equal(named(PERSISTENT)['generated name identifier'], 'alice');
  assert.equal('name identifier' in named(PERSISTENT), false);
  assert.equal(named(EMAIL)['name identifier'], 'alice');
  assert.equal(named(EMAIL)['name identifier format'], EMAIL);
});

test('SAML Core §2.7.3: attributes are compared by name, with all values and formats', () => {
  const facts = readSamlFacts(
    assertion(
      `<AttributeStatement><Attribute Name="role" NameFormat="urn:f"><AttributeValue>a</AttributeValue></Attribute><Attribute Name="role" NameFormat="urn:f"><AttributeValue>b</AttributeValue></Attribute><Attribute Name="empty"/><Attribute Name="__proto__"><AttributeValue><NameID>deep</NameID></AttributeValue></Attribute></AttributeStatement>`,
    ),
  );
  assert.deepEqual(facts['attribute role'], ['a', 'b']);
  assert.equal(facts['attribute role, format'], 'urn:f');
  assert.deepEqual(facts['attribute empty'], []);
  assert.deepEqual(facts['attribute __proto__'], ['deep']);
});
