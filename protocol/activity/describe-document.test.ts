import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASK } from '#protocol/http/masking.ts';
import { describeDocument } from './describe-document.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const XENC = 'http://www.w3.org/2001/04/xmlenc#';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';

function describe(xml: string, reveal = false, parameters: readonly (readonly [string, string])[] = []) {
  const document = { direction: 'request', name: 'SAMLRequest', xml } as const;
  return describeDocument(document, { parameters, at: 0, reveal });
}

test('SAML Core §5: signature values, encrypted content and artifacts are masked until revealed', () => {
  const xml = `<a><SignatureValue xmlns="${DSIG}">c2ln</SignatureValue><CipherValue xmlns="${XENC}">Y2lwaGVy</CipherValue><Artifact xmlns="${PROTOCOL}">YXJ0</Artifact><DigestValue xmlns="${DSIG}">ZGln</DigestValue></a>`;
  const masked = describe(xml);
  assert.equal(masked.name, 'SAMLRequest');
  assert.deepEqual(masked.xml.split('\n'), [
    '<a>',
    `  <SignatureValue xmlns="${DSIG}">${MASK}</SignatureValue>`,
    `  <CipherValue xmlns="${XENC}">${MASK}</CipherValue>`,
    `  <Artifact xmlns="${PROTOCOL}">${MASK}</Artifact>`,
    `  <DigestValue xmlns="${DSIG}">ZGln</DigestValue>`,
    '</a>',
  ]);
  for (const secret of ['c2ln', 'Y2lwaGVy', 'YXJ0']) {
    assert.ok(!JSON.stringify(masked).includes(secret));
    assert.ok(describe(xml, true).xml.includes(secret));
  }
});

test('SAML Bindings §3.4.4.1: the signature in the query is explained with the message that it covers', () => {
  const parameters = [
    ['SAMLRequest', 'x'],
    ['SigAlg', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'],
    ['Signature', 'y'],
  ] as const;
  assert.deepEqual(describe('<a/>', false, parameters).explanations, [
    {
      title: 'Signature of the query',
      facts: [
        { name: 'Algorithm', value: 'RSA with SHA-256' },
        { name: 'Covers', value: 'SAMLRequest, SigAlg' },
      ],
    },
  ]);
  assert.deepEqual(
    describe('<a/>', false, [
      ['SAMLResponse', 'x'],
      ['SigAlg', 'y'],
    ]).explanations,
    [],
  );
});

test('SAML Core §1.3: unreadable XML is shown unmodified, with the reason', () => {
  const { xml, lines, explanations } = describe('<!DOCTYPE a>\n<a/>');
  assert.equal(xml, '<!DOCTYPE a>\n<a/>');
  assert.deepEqual(lines, [[{ kind: 'text', text: '<!DOCTYPE a>' }], [{ kind: 'text', text: '<a/>' }]]);
  assert.match(
    explanations[0]?.facts[0]?.value ?? '',
    /document type declaration is not allowed, line 1, column \d+/,
  );
});

test('a message that was too long to be kept is reported with its length', () => {
  const document = { direction: 'request', name: 'SAMLRequest', xml: '', droppedLength: 70_000 } as const;
  const { xml, lines, explanations } = describeDocument(document, { parameters: [], at: 0, reveal: false });
  assert.deepEqual([xml, lines], ['', []]);
  assert.equal(explanations[0]?.title, 'Not kept');
  assert.match(explanations[0]?.facts[0]?.value ?? '', /has 70000 characters; Activity keeps .* up to 65536/);
});
