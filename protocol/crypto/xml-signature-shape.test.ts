import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { signedTestMessage } from './testing/xml-signer.ts';
import { XmlSignatureError } from './xml-signature.ts';
import { checkSignatureShape } from './xml-signature-shape.ts';

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const text = await signedTestMessage();

/** The reason why a message is rejected after one piece of text is replaced. */
function refusal(from: string, to: string, { allowSha1 = false, base = text } = {}): string {
  assert.ok(base.includes(from), from);
  try {
    checkSignatureShape(parseXml(base.replace(from, to)), allowSha1);
  } catch (error) {
    assert.ok(error instanceof XmlSignatureError, String(error));
    return error.reason;
  }
  return 'accepted';
}

const transform = (uri: string, content = ''): string =>
  `<dsig:Transform Algorithm="${uri}">${content}</dsig:Transform>`;
const TRANSFORMS = transform(ENVELOPED) + transform(EXCLUSIVE);
const prefixes = `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="xs"></ec:InclusiveNamespaces>`;

test('SAML Core §5.4: a message with a single signature of its own has the accepted structure', () => {
  const { method, digestMethod } = checkSignatureShape(parseXml(text), false);
  assert.equal(method.hash, 'sha256');
  assert.equal(digestMethod, 'http://www.w3.org/2001/04/xmlenc#sha256');
  assert.equal(refusal('URI="#_request"', 'URI=""'), 'accepted');
  assert.equal(
    refusal(TRANSFORMS, transform(ENVELOPED) + transform(`${EXCLUSIVE}WithComments`, prefixes)),
    'accepted',
  );
  assert.equal(refusal('<dsig:KeyInfo>', '\n<dsig:KeyInfo>'), 'accepted');
  assert.equal(refusal(TRANSFORMS, transform(ENVELOPED)), 'accepted');
  const own = prefixes.replace(EXCLUSIVE, ENVELOPED);
  assert.equal(refusal(transform(ENVELOPED), transform(ENVELOPED, own)), 'accepted');
});

test('XML Signature 1.1 §6.5: the canonical forms of message and SignedInfo are read from the signature', () => {
  const formsOf = (from: string, to: string): readonly unknown[] => {
    const { messageForm, signedInfoForm } = checkSignatureShape(parseXml(text.replace(from, to)), false);
    return [messageForm.inclusive, signedInfoForm.inclusive];
  };
  const none = new Set();
  assert.deepEqual(formsOf('', ''), [none, none]);
  assert.deepEqual(formsOf(TRANSFORMS, transform(ENVELOPED)), ['all', none]);
  assert.deepEqual(formsOf(`Method Algorithm="${EXCLUSIVE}"`, `Method Algorithm="${INCLUSIVE}"`), [
    none,
    'all',
  ]);
  const list = (prefixList: string): string =>
    transform(ENVELOPED) +
    transform(EXCLUSIVE, `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="${prefixList}"/>`);
  assert.deepEqual(formsOf(TRANSFORMS, list(' xs\t#default ')), [new Set(['xs', '']), none]);
  assert.deepEqual(formsOf(TRANSFORMS, list('')), [none, none]);
});

const SIGNATURE_END = '</dsig:Signature>';
const EXTRA = '<dsig:Object xmlns:dsig="http://www.w3.org/2000/09/xmldsig#"/>';

const refused: readonly (readonly [string, string, string, RegExp])[] = [
  ['SAML Core §5.4.2: a reference to another element', 'URI="#_request"', 'URI="#_other"', /another element/],
  ['SAML Core §5.4.2: a reference by XPointer', 'URI="#_request"', 'URI="#xpointer(/)"', /another element/],
  ['SAML Core §5.4.2: a reference to the network', 'URI="#_request"', 'URI="http://x/"', /another element/],
  ['SAML Core §5.4.2: a reference without URI', ' URI="#_request"', '', /no URI/],
  ['SAML Core §5.4.2: a message without ID', ' ID="_request"', '', /no ID/],
  ['SAML Core §1.3.4: an invalid ID', 'ID="_request"', `ID="'or'"`, /not an identifier/],
  [
    'SAML Core §5.4.4: a transform by XSLT',
    TRANSFORMS,
    TRANSFORMS + transform('http://www.w3.org/TR/1999/REC-xslt-19991116'),
    /xslt.*not accepted/,
  ],
  [
    'SAML Core §5.4.4: a transform by XPath',
    transform(ENVELOPED),
    transform('http://www.w3.org/TR/1999/REC-xpath-19991116'),
    /xpath.*not accepted/,
  ],
  [
    'SAML Core §5.4.4: inclusive canonicalization of the message',
    TRANSFORMS,
    transform(ENVELOPED) + transform(INCLUSIVE),
    /not accepted/,
  ],
  [
    'SAML Core §5.4.4: the transforms in another order',
    TRANSFORMS,
    transform(EXCLUSIVE) + transform(ENVELOPED),
    /not enveloped-signature followed by/,
  ],
  [
    'SAML Core §5.4.4: a duplicate transform',
    TRANSFORMS,
    TRANSFORMS + transform(EXCLUSIVE),
    /not enveloped-signature followed by/,
  ],
  [
    'SAML Core §5.4.4: exclusive canonicalization of message and signature together',
    TRANSFORMS,
    transform(EXCLUSIVE),
    /not enveloped-signature followed by/,
  ],
  ['SAML Core §5.4.4: no transform at all', TRANSFORMS, '', /not enveloped-signature followed by/],
  [
    'SAML Core §5.4.4: enveloped-signature twice',
    TRANSFORMS,
    transform(ENVELOPED) + transform(ENVELOPED),
    /not enveloped-signature followed by/,
  ],
  [
    'SAML Core §5.4.4: content in a transform',
    transform(ENVELOPED),
    transform(ENVELOPED, '<dsig:XPath>x</dsig:XPath>'),
    /content that is not accepted/,
  ],
  [
    'SAML Core §5.4.4: an unexpected element among the transforms',
    TRANSFORMS,
    `${TRANSFORMS}<x/>`,
    /something else/,
  ],
  [
    'SAML Core §5.4.1: an unknown canonicalization of SignedInfo',
    `CanonicalizationMethod Algorithm="${EXCLUSIVE}"`,
    'CanonicalizationMethod Algorithm="urn:x"',
    /"urn:x" is not accepted/,
  ],
  [
    'SAML Core §5.4.1: an HMAC',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    /hmac-sha1" is not accepted/,
  ],
  [
    'SAML Core §5.4.1: a signature without an algorithm',
    '"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"',
    '""',
    /"" is not accepted/,
  ],
  [
    'SAML Core §5.4.1: SHA-1',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    /SHA-1 is accepted only/,
  ],
  [
    'SAML Core §5.4.1: a digest with MD5',
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmldsig-more#md5',
    /md5" is not accepted/,
  ],
  [
    'SAML Core §5.4.1: a digest with SHA-1',
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2000/09/xmldsig#sha1',
    /digest with SHA-1/,
  ],
  [
    'XML Signature 1.1 §6.3.1: a truncated output',
    'rsa-sha256"></dsig:SignatureMethod>',
    'rsa-sha256"><dsig:HMACOutputLength>1</dsig:HMACOutputLength></dsig:SignatureMethod>',
    /parameters/,
  ],
  [
    'XML Signature 1.1 §4.5: an object that could hide the message',
    SIGNATURE_END,
    EXTRA + SIGNATURE_END,
    /Object beyond what/,
  ],
  [
    'XML Signature 1.1 §4.4: a second SignedInfo',
    '<dsig:SignatureValue>',
    '<dsig:SignedInfo/><dsig:SignatureValue>',
    /no SignatureValue where/,
  ],
  [
    'XML Signature 1.1 §4.4.3: a second reference',
    '</dsig:Reference>',
    '</dsig:Reference><dsig:Reference URI="#x"/>',
    /Reference beyond/,
  ],
  [
    'XML Signature 1.1 §4.4.3.6: a second digest value',
    '<dsig:DigestValue>',
    '<dsig:DigestValue>QQ==</dsig:DigestValue><dsig:DigestValue>',
    /DigestValue beyond/,
  ],
  [
    'XML Signature 1.1 §4.4.3.6: text between the elements',
    '<dsig:DigestMethod',
    'x<dsig:DigestMethod',
    /contains text/,
  ],
  [
    'SAML Core §5.4: a second signature',
    SIGNATURE_END,
    `${SIGNATURE_END}<dsig:Signature xmlns:dsig="http://www.w3.org/2000/09/xmldsig#"/>`,
    /more than one signature/,
  ],
];

for (const [title, from, to, reason] of refused)
  test(`${title} is rejected`, () => assert.match(refusal(from, to), reason));

test('SAML Core §5.4.2: parts of a message have signatures of their own only if they may', () => {
  const [signature = ''] = /<dsig:Signature .*<\/dsig:Signature>/.exec(text) ?? [];
  const check = (xml: string, hasSignedParts: boolean) => () =>
    checkSignatureShape(parseXml(xml), false, hasSignedParts);
  const inside = text.replace('</samlp:AuthnRequest>', `<part>${signature}</part></samlp:AuthnRequest>`);
  assert.doesNotThrow(check(inside, true));
  assert.throws(check(inside, false), /more than one signature/);
  assert.throws(check(text.replace(signature, signature + signature), true), /more than one signature/);
  assert.throws(check(inside.replace(signature, ''), true), /not a direct child/);
});

test('SAML Core §5.4: a signature that is not a direct child of the message is rejected', () => {
  const [signature = ''] = /<dsig:Signature .*<\/dsig:Signature>/.exec(text) ?? [];
  const base = text.replace(signature, `<samlp:Extensions>${signature}</samlp:Extensions>`);
  assert.match(refusal('Version="2.0"', 'Version="2.0"', { base }), /not a direct child/);
  const unsigned = text.replace(signature, '');
  assert.match(refusal('Version="2.0"', 'Version="2.0"', { base: unsigned }), /not signed/);
});

test('XML Signature 1.1 §4.4.3.6: an empty digest and an empty signature value are rejected', () => {
  const emptied = (name: string): string => {
    const start = text.indexOf(`<dsig:${name}>`) + name.length + 7;
    return text.slice(0, start) + text.slice(text.indexOf(`</dsig:${name}>`));
  };
  const same = ['Version="2.0"', 'Version="2.0"'] as const;
  assert.match(refusal(...same, { base: emptied('DigestValue') }), /digest of the signature is empty/);
  assert.match(refusal(...same, { base: emptied('SignatureValue') }), /signature value is empty/);
});

test('SAML Core §5.4.1: SHA-1 is accepted from a client configured to use it', async () => {
  const base = await signedTestMessage({ algorithm: 'RSA_SHA1' });
  assert.equal(refusal('Version="2.0"', 'Version="2.0"', { base, allowSha1: true }), 'accepted');
  assert.match(refusal('Version="2.0"', 'Version="2.0"', { base }), /SHA-1/);
});
