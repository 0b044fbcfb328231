// Test signatures whose structure is not accepted.
import { createHmac } from 'node:crypto';
import {
  CERTIFICATE,
  type MessageParts,
  makeMessage,
  makeSignedMessage,
  resign,
  signMessage,
  swap,
  type TamperedCase,
} from './tampering.ts';

const ENVELOPED =
  '<dsig:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></dsig:Transform>';
const EXCLUSIVE = '<dsig:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></dsig:Transform>';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

function transform(uri: string, content = ''): string {
  return `<dsig:Transform Algorithm="${uri}">${content}</dsig:Transform>`;
}

const XSLT = transform(
  'http://www.w3.org/TR/1999/REC-xslt-19991116',
  '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:template match="/"><x></x></xsl:template></xsl:stylesheet>',
);
const XPATH = transform(
  'http://www.w3.org/TR/1999/REC-xpath-19991116',
  '<dsig:XPath>not(ancestor-or-self::*[local-name()="Issuer"])</dsig:XPath>',
);

const good = makeMessage('AuthnRequest');
const signature = await signMessage(good);
const put = (changed: string, parts: MessageParts = {}): string =>
  makeMessage('AuthnRequest', { ...parts, signature: changed });
const change = (from: string, to: string): string =>
  put(resign(signature, (signedInfo) => swap(signedInfo, from, to)));
const hmac = (hash: string) => (text: string) => createHmac(hash, CERTIFICATE).update(text).digest('base64');
const withHmac = (method: string, hash: string): string =>
  put(resign(signature, (signedInfo) => swap(signedInfo, RSA_SHA256, method), hmac(hash)));
const reference = signature.slice(
  signature.indexOf('<dsig:Reference'),
  signature.indexOf('</dsig:SignedInfo>'),
);

/** Rejected as `invalid_signature`, although the signatures themselves are by the right key. */
export const MISSHAPEN: readonly TamperedCase[] = [
  ['unsigned', 'No signature', good, /not signed/],
  [
    'signature-of-another-namespace',
    'A Signature element in another namespace',
    put(signature.replaceAll('http://www.w3.org/2000/09/xmldsig#"', 'http://www.w3.org/2000/09/xmldsig"')),
    /not signed/,
  ],
  ['two-signatures', 'Two signatures', put(signature + signature), /more than one signature/],
  [
    'signature-in-extensions',
    'The signature is not a direct child of the message',
    put(`<samlp:Extensions>${signature}</samlp:Extensions>`),
    /not a direct child/,
  ],
  [
    'hmac-sha1-with-public-key',
    'An HMAC with the public certificate as its secret',
    withHmac('http://www.w3.org/2000/09/xmldsig#hmac-sha1', 'sha1'),
    /hmac-sha1" is not accepted/,
  ],
  [
    'hmac-sha256-with-public-key',
    'An HMAC with the public certificate as its secret',
    withHmac('http://www.w3.org/2001/04/xmldsig-more#hmac-sha256', 'sha256'),
    /hmac-sha256" is not accepted/,
  ],
  [
    'foreign-algorithm',
    'RSA with MD5',
    change(RSA_SHA256, 'http://www.w3.org/2001/04/xmldsig-more#rsa-md5'),
    /rsa-md5" is not accepted/,
  ],
  [
    'dsa-sha1',
    'DSA with SHA-1',
    change(RSA_SHA256, 'http://www.w3.org/2000/09/xmldsig#dsa-sha1'),
    /dsa-sha1" is not accepted/,
  ],
  [
    'rsa-sha1',
    'SHA-1, which the client does not use',
    change(RSA_SHA256, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'),
    /SHA-1 is accepted only/,
  ],
  [
    'digest-sha1',
    'A SHA-1 digest under a SHA-256 signature',
    change(SHA256, 'http://www.w3.org/2000/09/xmldsig#sha1'),
    /digest with SHA-1/,
  ],
  [
    'digest-md5',
    'A digest with MD5',
    change(SHA256, 'http://www.w3.org/2001/04/xmldsig-more#md5'),
    /md5" is not accepted/,
  ],
  ['no-algorithm', 'A signature that names no algorithm', change(RSA_SHA256, ''), /"" is not accepted/],
  [
    'hmac-output-length',
    'A signature method that truncates the signature',
    change(`${RSA_SHA256}">`, `${RSA_SHA256}"><dsig:HMACOutputLength>8</dsig:HMACOutputLength>`),
    /parameters/,
  ],
  [
    'unknown-canonicalization',
    'An unknown canonicalization',
    change(
      'CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"',
      'CanonicalizationMethod Algorithm="urn:evil"',
    ),
    /canonicalization "urn:evil" is not accepted/,
  ],
  ['transform-xslt', 'An XSLT transform', change(ENVELOPED, ENVELOPED + XSLT), /xslt.*not accepted/],
  [
    'transform-xpath',
    'A transform that hides the Issuer from the signature',
    change(ENVELOPED, ENVELOPED + XPATH),
    /xpath.*not accepted/,
  ],
  [
    'transform-base64',
    'A transform to the text of the message',
    change(EXCLUSIVE, transform('http://www.w3.org/2000/09/xmldsig#base64')),
    /base64.*not accepted/,
  ],
  [
    'transforms-in-other-order',
    'Canonicalization before removal of the signature',
    change(ENVELOPED + EXCLUSIVE, EXCLUSIVE + ENVELOPED),
    /not enveloped-signature followed by/,
  ],
  [
    'no-transforms',
    'No transforms',
    change(ENVELOPED + EXCLUSIVE, ''),
    /not enveloped-signature followed by/,
  ],
  [
    'reference-to-other-element',
    'A reference to an element beside the message',
    change('URI="#_5f0c1a9e7d3b4c26a8e1"', 'URI="#_other"'),
    /refers to another element/,
  ],
  [
    'reference-to-network',
    'A reference to a URL',
    change('URI="#_5f0c1a9e7d3b4c26a8e1"', 'URI="http://evil.example/x.xml"'),
    /refers to another element/,
  ],
  [
    'reference-to-file',
    'A reference to a file on the server',
    change('URI="#_5f0c1a9e7d3b4c26a8e1"', 'URI="file:///etc/passwd"'),
    /refers to another element/,
  ],
  [
    'reference-by-xpointer',
    'A reference by XPointer',
    change('URI="#_5f0c1a9e7d3b4c26a8e1"', 'URI="#xpointer(id(\'x\'))"'),
    /refers to another element/,
  ],
  [
    'reference-without-uri',
    'A reference without a URI',
    change(' URI="#_5f0c1a9e7d3b4c26a8e1"', ''),
    /no URI/,
  ],
  ['two-references', 'A second reference', change(reference, reference + reference), /Reference beyond/],
  [
    'empty-digest',
    'A digest without a value',
    put(resign(signature, (text) => text.replace(/(<dsig:DigestValue>)[^<]*/, '$1'))),
    /digest of the signature is empty/,
  ],
  [
    'empty-signature-value',
    'A signature without a value',
    put(
      resign(
        signature,
        (text) => text,
        () => '',
      ),
    ),
    /signature value is empty/,
  ],
  [
    'object-in-signature',
    'An Object inside the signature',
    put(swap(signature, '</dsig:Signature>', '<dsig:Object></dsig:Object></dsig:Signature>')),
    /Object beyond/,
  ],
  [
    'second-signed-info',
    'A second SignedInfo',
    put(swap(signature, '<dsig:SignatureValue>', '<dsig:SignedInfo></dsig:SignedInfo><dsig:SignatureValue>')),
    /no SignatureValue where it belongs/,
  ],
  [
    'id-is-no-identifier',
    'An ID with quotes, for injection into an XPath query',
    await makeSignedMessage('AuthnRequest', { id: "x' or '1'='1" }),
    /not an identifier/,
  ],
];
