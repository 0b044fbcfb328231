// Test support: signatures of the right shape that do not fit.
import {
  makeMessage,
  makeSignedMessage,
  resign,
  signMessage,
  swap,
  type TamperedCase,
} from './test-tampering.ts';

const signed = await makeSignedMessage('AuthnRequest');
const signature = await signMessage(makeMessage('AuthnRequest'));
const reversed = resign(
  signature,
  (text) => text,
  () => Buffer.alloc(256, 0x42).toString('base64'),
);

/** Refused as `invalid_signature`. */
export const UNFITTING: readonly TamperedCase[] = [
  [
    'changed-consumer',
    'The consumer was changed after the signature was made',
    swap(signed, 'https://sp.example/acs', 'https://sp.example/other'),
    /digest does not fit/,
  ],
  [
    'added-attribute',
    'An attribute was put in',
    swap(signed, ' ID=', ' ForceAuthn="false" ID='),
    /digest does not fit/,
  ],
  [
    'added-text',
    'Text was put between two elements',
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
    'A signature value that no key of the service provider made',
    makeMessage('AuthnRequest', { signature: reversed }),
    /does not fit any key/,
  ],
  [
    'changed-signed-info',
    'SignedInfo was changed after it was signed',
    swap(
      signed,
      'CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"',
      'CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"',
    ),
    /does not fit any key/,
  ],
  [
    'canonicalization-with-comment',
    'A comment put into what is signed with its comments',
    swap(signed, '<dsig:SignatureMethod', '<!-- x --><dsig:SignatureMethod').replace(
      'xml-exc-c14n#">',
      'xml-exc-c14n#WithComments">',
    ),
    /does not fit any key/,
  ],
];
