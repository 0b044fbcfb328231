// Test support: a key pair, generated once, and messages signed with it.
import { createHash, generateKeyPairSync, type KeyObject, type SignKeyObjectInput, sign } from 'node:crypto';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { walkElements } from '#protocol/xml/read-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import { writeElement, writeTextElement } from '#protocol/xml/write-xml.ts';
import { CANONICALIZATIONS, signElement, type XmlSigner } from '../xml-signature.ts';

/** RSA with 2048 bits. */
export const SENDER: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync(
  'rsa',
  { modulusLength: 2048 },
);

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** A signer with the sender's key: RSA with SHA-256 and exclusive canonicalization by default. */
export function testSigner(changes: Partial<XmlSigner> = {}): XmlSigner {
  return {
    algorithm: 'RSA_SHA256',
    canonicalization: CANONICALIZATIONS.exclusive,
    key: SENDER.privateKey,
    keyInfo: '<dsig:KeyName>sender</dsig:KeyName>',
    ...changes,
  };
}

/** An AuthnRequest with `issuer`, followed by the signature. */
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

export async function signedTestMessage(changes: Partial<XmlSigner> = {}): Promise<string> {
  const element = { id: '_request', canonical: testMessage(''), inScope: { samlp: PROTOCOL } };
  return testMessage(await signElement(testSigner(changes), element));
}

/** A signature that the product itself would not create. */
export interface ForeignSignature {
  /** URIs. */
  readonly method: string;
  readonly digestMethod: string;
  /** Used by both method and digest. */
  readonly hash: string;
  readonly key: SignKeyObjectInput;
}

/** An AuthnRequest signed with any algorithm; `change` modifies the text before it is signed. */
export async function foreignTestMessage(
  { method, digestMethod, hash, key }: ForeignSignature,
  change: (text: string) => string = (text) => text,
): Promise<string> {
  const changed = change(await signedTestMessage());
  const [signature = ''] = /<dsig:Signature .*<\/dsig:Signature>/.exec(changed) ?? [];
  const digest = createHash(hash).update(changed.replace(signature, '')).digest('base64');
  const text = changed
    .replace(/(<dsig:SignatureMethod Algorithm=")[^"]*/, `$1${method}`)
    .replace(/(<dsig:DigestMethod Algorithm=")[^"]*/, `$1${digestMethod}`)
    .replace(/(<dsig:DigestValue>)[^<]*/, `$1${digest}`);
  const signedInfo = [...walkElements(parseXml(text))].find(({ localName }) => localName === 'SignedInfo');
  if (signedInfo === undefined) throw new TypeError('no SignedInfo');
  const value = sign(hash, Buffer.from(writeCanonical(signedInfo)), key).toString('base64');
  return text.replace(/(<dsig:SignatureValue>)[^<]*/, `$1${value}`);
}
