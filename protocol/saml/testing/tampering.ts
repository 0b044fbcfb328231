// Builds SAML messages signed with the key in fixtures/keys, and tampers with signatures.
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CANONICALIZATIONS, DSIG_NAMESPACE, signElement } from '#protocol/crypto/xml-signature.ts';
import { writeElement, writeTextElement } from '#protocol/xml/write-xml.ts';

/** Content of the messages. */
export const ENTITY_ID = 'https://sp.example/metadata';
const IDENTITY_PROVIDER = 'http://localhost:8080/realms/demo';
export const ENDPOINT: string = `${IDENTITY_PROVIDER}/protocol/saml`;
const ISSUED_AT = '2030-01-01T00:00:00.000Z';
export const CONSUMER = 'https://sp.example/acs';

/** IDs of the signed message and of the attacker's. */
const GOOD_ID = '_5f0c1a9e7d3b4c26a8e1';
export const EVIL_ID = '_evil';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';

function readKey(name: string): string {
  return readFileSync(new URL(`../../../fixtures/keys/${name}`, import.meta.url), 'utf8');
}

/** The service provider's certificate, PEM. */
export const CERTIFICATE: string = readKey('test-saml.certificate.pem');
const KEY: KeyObject = createPrivateKey(readKey('test-saml.private.pem'));

/** Messages that a service provider sends. */
export type MessageKind = 'AuthnRequest' | 'LogoutRequest' | 'LogoutResponse';

/** Changes to a message. Undefined attributes are omitted; XML is inserted unchanged. */
export interface MessageParts {
  readonly id?: string;
  readonly attributes?: Readonly<Record<string, string | undefined>>;
  /** XML of the Issuer element. */
  readonly issuer?: string;
  /** XML before the Issuer, after it (where the signature belongs) and at the end. */
  readonly first?: string;
  readonly signature?: string;
  readonly last?: string;
}

/** `saml:Issuer` around XML. */
export function issuerElement(content: string): string {
  return writeElement('saml:Issuer', { 'xmlns:saml': ASSERTION }, content);
}

function nameId(name: string): string {
  return writeTextElement('saml:NameID', { 'xmlns:saml': ASSERTION }, name);
}

/** Attributes and trailing children of one kind of message. The attacker's differ from the signed ones. */
function particulars(kind: MessageKind, evil: boolean): [Readonly<Record<string, string>>, string] {
  if (kind === 'AuthnRequest')
    return [
      {
        AssertionConsumerServiceURL: evil ? 'https://sp.example/other' : CONSUMER,
        ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
      },
      '',
    ];
  if (kind === 'LogoutRequest') return [{}, nameId(evil ? 'bob' : 'alice')];
  const status = evil ? 'Success' : 'Responder';
  const code = writeElement('samlp:StatusCode', { Value: `urn:oasis:names:tc:SAML:2.0:status:${status}` });
  return [{ InResponseTo: '_logout' }, `<samlp:Status>${code}</samlp:Status>`];
}

/** A message in exclusive canonical form, unless a part is not canonical. */
export function makeMessage(kind: MessageKind, parts: MessageParts = {}): string {
  const { id = GOOD_ID, attributes = {}, issuer = issuerElement(ENTITY_ID) } = parts;
  const [own, content] = particulars(kind, id === EVIL_ID);
  const all = {
    'xmlns:samlp': PROTOCOL,
    ID: id,
    Version: '2.0',
    IssueInstant: ISSUED_AT,
    Destination: ENDPOINT,
    ...own,
    ...attributes,
  };
  const { first = '', signature = '', last = '' } = parts;
  return writeElement(`samlp:${kind}`, all, first + issuer + signature + content + last);
}

/** The service provider's signature of a canonical text. */
export function signMessage(canonical: string, id: string = GOOD_ID): Promise<string> {
  const signer = {
    algorithm: 'RSA_SHA256',
    canonicalization: CANONICALIZATIONS.exclusive,
    key: KEY,
    keyInfo: '<dsig:KeyName>test-saml</dsig:KeyName>',
  } as const;
  return signElement(signer, { id, canonical, inScope: { samlp: PROTOCOL } });
}

/** A message with its signature in place. */
export async function makeSignedMessage(kind: MessageKind, parts: MessageParts = {}): Promise<string> {
  const signature = await signMessage(makeMessage(kind, parts), parts.id);
  return makeMessage(kind, { ...parts, signature });
}

/** RSA with SHA-256, PKCS #1 v1.5, by the service provider's key, in base64. */
function signBytes(text: string): string {
  return sign('sha256', Buffer.from(text), KEY).toString('base64');
}

/** The text before, between and after two markers. @throws {TypeError} if a marker is missing. */
function cut(text: string, from: string, to: string): readonly [string, string, string] {
  const start = text.indexOf(from) + from.length;
  const end = text.indexOf(to, start);
  if (!text.includes(from) || end === -1) throw new TypeError(`there is no ${from} … ${to}`);
  return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}

/** A signature with changed SignedInfo, signed again so that only the content is wrong. */
export function resign(
  signature: string,
  change: (signedInfo: string) => string,
  signText: (text: string) => string = signBytes,
): string {
  const [before, signedInfo, behind] = cut(signature, '<dsig:SignedInfo>', '</dsig:SignedInfo>');
  const changed = change(signedInfo);
  const canonical = `<dsig:SignedInfo xmlns:dsig="${DSIG_NAMESPACE}">${changed}</dsig:SignedInfo>`;
  const [start, , end] = cut(behind, '<dsig:SignatureValue>', '</dsig:SignatureValue>');
  return before + changed + start + signText(canonical) + end;
}

/** Replaces a text. @throws {TypeError} if it is missing. */
export function swap(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new TypeError(`there is no ${from}`);
  return text.replace(from, () => to);
}

/** A tampered message: file name, description, XML, and the reason in Activity. */
export type TamperedCase = readonly [name: string, about: string, xml: string, reason: RegExp];
