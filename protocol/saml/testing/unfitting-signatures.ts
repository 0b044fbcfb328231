// Test signatures with accepted structure that do not verify.
import { makeMessage, makeSignedMessage, resign, signMessage, swap, type TamperedCase } from './tampering.ts';

const signed = await makeSignedMessage('AuthnRequest');
const signature = await signMessage(makeMessage('AuthnRequest'));
const reversed = resign(
  signature,
  (text) => text,
  () => Buffer.alloc(256, 0x42).toString('base64'),
);

const EXCLUSIVE = '<dsig:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></dsig:Transform>';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
/** With enveloped-signature as its only transform, which is accepted. */
const envelopedAlone = makeMessage('AuthnRequest', {
  signature: resign(signature, (signedInfo) => swap(signedInfo, EXCLUSIVE, '')),
});
const withMethod = (uri: string): string =>
  makeMessage('AuthnRequest', {
    signature: resign(signature, (signedInfo) => swap(signedInfo, `${MORE}rsa-sha256`, uri)),
  });

/** Rejected as `invalid_signature`. */
export const UNFITTING: readonly TamperedCase[] = [
  [
    'changed-consumer',
    'The consumer URL was changed after signing',
    swap(signed, 'https://sp.example/acs', 'https://sp.example/other'),
    /digest does not fit/,
  ],
  [
    'added-attribute',
    'An attribute was added',
    swap(signed, ' ID=', ' ForceAuthn="false" ID='),
    /digest does not fit/,
  ],
  [
    'added-text',
    'Text was added between two elements',
    swap(signed, '<dsig:Signature ', 'x<dsig:Signature '),
    /digest does not fit/,
  ],
  [
    'other-digest',
    'The digest of another message',
    makeMessage('AuthnRequest', { signature: await signMessage('<x></x>') }),
    /digest does not fit/,
  ],
  [
    'other-signature-value',
    'A signature value not made with a key of the service provider',
    makeMessage('AuthnRequest', { signature: reversed }),
    /does not fit any key/,
  ],
  [
    'changed-signed-info',
    'SignedInfo was changed after signing',
    swap(
      signed,
      'CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"',
      'CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"',
    ),
    /does not fit any key/,
  ],
  [
    'enveloped-alone-changed-consumer',
    'The consumer URL was changed under a signature without canonicalization',
    swap(envelopedAlone, 'https://sp.example/acs', 'https://sp.example/other'),
    /digest does not fit/,
  ],
  [
    'ecdsa-by-rsa-key',
    'An RSA signature declared as ECDSA',
    withMethod(`${MORE}ecdsa-sha256`),
    /no EC key of the sender/,
  ],
  [
    'rsa-sha384-of-sha256',
    'A signature over SHA-256 declared as SHA-384',
    withMethod(`${MORE}rsa-sha384`),
    /does not fit any key/,
  ],
  [
    'canonicalization-with-comment',
    'A comment added to SignedInfo, whose signature covers comments',
    swap(signed, '<dsig:SignatureMethod', '<!-- x --><dsig:SignatureMethod').replace(
      'xml-exc-c14n#">',
      'xml-exc-c14n#WithComments">',
    ),
    /does not fit any key/,
  ],
];
