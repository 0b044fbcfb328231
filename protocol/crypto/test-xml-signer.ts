// Test support: keys that are made once, and a message signed by them.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeElement, writeTextElement } from '#protocol/xml/write-xml.ts';
import { CANONICALIZATIONS, signElement, type XmlSigner } from './xml-signature.ts';

/** A pair of RSA keys of 2048 bits. */
export const SENDER: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync(
  'rsa',
  { modulusLength: 2048 },
);

/** Namespaces of SAML 2.0. */
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** A signer with the sender's key: RSA with SHA-256 and exclusive canonicalization unless told otherwise. */
export function testSigner(changes: Partial<XmlSigner> = {}): XmlSigner {
  return {
    algorithm: 'RSA_SHA256',
    canonicalization: CANONICALIZATIONS.exclusive,
    key: SENDER.privateKey,
    keyInfo: '<dsig:KeyName>sender</dsig:KeyName>',
    ...changes,
  };
}

/** An AuthnRequest with `issuer`, the signature behind it. */
export function testMessage(signature: string, issuer = 'https://sp.example/&<>"\r\u{1F600}'): string {
  const attributes = {
    'xmlns:samlp': PROTOCOL,
    Version: '2.0',
    ID: '_request',
    Destination: 'http://localhost/?a=1&b="2"',
  };
  const issuerElement = writeTextElement('saml:Issuer', { 'xmlns:saml': ASSERTION }, issuer);
  return writeElement('samlp:AuthnRequest', attributes, issuerElement + signature);
}

/** The text of a signed AuthnRequest. */
export async function signedTestMessage(changes: Partial<XmlSigner> = {}): Promise<string> {
  const element = { id: '_request', canonical: testMessage(''), inScope: { samlp: PROTOCOL } };
  return testMessage(await signElement(testSigner(changes), element));
}
