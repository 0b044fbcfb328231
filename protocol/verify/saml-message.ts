// Reads SAML messages for comparison, and readdresses unsigned requests to the other server.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, childElements, walkElements } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';

const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const XENC = 'http://www.w3.org/2001/04/xmlenc#';

/** Format of name identifiers that mean the same user on another server though their text differs. */
const GENERATED_FORMATS: ReadonlySet<string> = new Set([
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
]);

/** Longer messages are not compared. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Parameters that carry a SAML message. */
export function isSamlParameter(name: string): boolean {
  return name === 'SAMLRequest' || name === 'SAMLResponse';
}

interface SamlParameter {
  readonly xml: string;
  readonly isDeflated: boolean;
}

function isXml(text: string): boolean {
  return text.trimStart().startsWith('<');
}

function inflate(bytes: Buffer): string {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_MESSAGE_BYTES }).toString('utf8');
  } catch {
    // Not deflated, or too large to compare.
    return '';
  }
}

/** The XML of a message in base64, deflated in a query (SAML Bindings §3.4.4.1); undefined: it is none. */
export function readSamlParameter(value: string): SamlParameter | undefined {
  const bytes = Buffer.from(value, 'base64');
  // Some deflated messages start like XML, but no XML can be inflated to XML.
  const inflated = inflate(bytes);
  if (isXml(inflated)) return { xml: inflated, isDeflated: true };
  const plain = bytes.toString('utf8');
  return isXml(plain) ? { xml: plain, isDeflated: false } : undefined;
}

/** The same message in the same encoding with another XML. */
export function writeSamlParameter({ xml, isDeflated }: SamlParameter): string {
  const bytes = Buffer.from(xml);
  return (isDeflated ? deflateRawSync(bytes) : bytes).toString('base64');
}

/** Undefined: not well-formed. */
function parseLeniently(xml: string): XmlElement | undefined {
  try {
    return parseXml(xml);
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

/** Whether the XML has a signature of its own; to declare the namespace is none. */
export function isSignedXml(xml: string): boolean {
  const root = parseLeniently(xml);
  return root === undefined ? xml.includes(DSIG) : walk(root, DSIG, 'Signature').length > 0;
}

type Facts = Map<string, unknown>;

function walk(root: XmlElement, namespace: string, localName: string): readonly XmlElement[] {
  return [...walkElements(root)].filter(
    (element) => element.namespace === namespace && element.localName === localName,
  );
}

/** Text of an element and all within, which an attribute's value may have. SAML Core §2.7.3.1.1. */
function textWithin(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textWithin(child))).join('');
}

function textsOf(root: XmlElement, namespace: string, localName: string): readonly string[] {
  return walk(root, namespace, localName).map((element) => textWithin(element).trim());
}

function textOfFirst(root: XmlElement, namespace: string, localName: string): string | undefined {
  return textsOf(root, namespace, localName)[0];
}

/** Undefined: there are no such elements. */
function attributesOf(elements: readonly XmlElement[], name: string): readonly string[] | undefined {
  return elements.length === 0 ? undefined : elements.map((element) => attributeOf(element, name) ?? '');
}

function presence(value: string | undefined): string | undefined {
  return value === undefined ? undefined : 'present';
}

/** Algorithms of the signatures that belong to an element itself. */
function signatureOf(element: XmlElement): string | undefined {
  const signature = childElements(element, DSIG, 'Signature')[0];
  const method = signature === undefined ? undefined : walk(signature, DSIG, 'SignatureMethod')[0];
  return method === undefined ? undefined : (attributeOf(method, 'Algorithm') ?? '');
}

function secondsBetween(from: string | undefined, to: string | undefined): number | undefined {
  const [begin, end] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
  return Number.isNaN(begin) || Number.isNaN(end) ? undefined : Math.round((end - begin) / 1000);
}

function readAttributes(assertion: XmlElement, facts: Facts): void {
  for (const attribute of walk(assertion, ASSERTION, 'Attribute')) {
    const name = `attribute ${attributeOf(attribute, 'Name') ?? ''}`;
    const values = childElements(attribute, ASSERTION, 'AttributeValue').map(textWithin);
    const before = facts.get(name);
    facts.set(name, [...(Array.isArray(before) ? (before as unknown[]) : []), ...values]);
    facts.set(`${name}, format`, attributeOf(attribute, 'NameFormat'));
  }
}

function readAssertion(assertion: XmlElement, facts: Facts): void {
  const nameId = walk(assertion, ASSERTION, 'NameID')[0];
  if (nameId !== undefined) {
    const format = attributeOf(nameId, 'Format');
    facts.set('name identifier format', format);
    const name = GENERATED_FORMATS.has(format ?? '') ? 'generated name identifier' : 'name identifier';
    facts.set(name, textWithin(nameId).trim());
  }
  const conditions = walk(assertion, ASSERTION, 'Conditions')[0];
  const confirmation = walk(assertion, ASSERTION, 'SubjectConfirmationData')[0];
  const statement = walk(assertion, ASSERTION, 'AuthnStatement')[0];
  const issued = attributeOf(assertion, 'IssueInstant');
  facts.set('assertion issuer', textOfFirst(assertion, ASSERTION, 'Issuer'));
  facts.set('audience', textsOf(assertion, ASSERTION, 'Audience'));
  facts.set('authentication context', textOfFirst(assertion, ASSERTION, 'AuthnContextClassRef'));
  facts.set('signature of the assertion', signatureOf(assertion));
  if (conditions !== undefined)
    facts.set(
      'assertion lifetime in seconds',
      secondsBetween(issued, attributeOf(conditions, 'NotOnOrAfter')),
    );
  if (confirmation !== undefined) {
    facts.set('recipient', attributeOf(confirmation, 'Recipient'));
    facts.set(
      'subject confirmation lifetime in seconds',
      secondsBetween(issued, attributeOf(confirmation, 'NotOnOrAfter')),
    );
  }
  if (statement !== undefined) {
    facts.set('session index', presence(attributeOf(statement, 'SessionIndex')));
    facts.set(
      'session lifetime in seconds',
      secondsBetween(issued, attributeOf(statement, 'SessionNotOnOrAfter')),
    );
  }
  readAttributes(assertion, facts);
}

/**
 * What a message says, by name; identifiers, instants and keys are left out because they differ each time.
 * SAML Core §2, §3.
 */
export function readSamlFacts(xml: string): Readonly<Record<string, unknown>> {
  const facts: Facts = new Map();
  const root = parseLeniently(xml);
  if (root === undefined) return { message: 'not readable' };
  facts.set('message', root.localName);
  facts.set('destination', attributeOf(root, 'Destination'));
  facts.set('in response to', presence(attributeOf(root, 'InResponseTo')));
  facts.set('issuer', childElements(root, ASSERTION, 'Issuer').map(textWithin)[0]?.trim());
  facts.set('status', attributesOf(walk(root, PROTOCOL, 'StatusCode'), 'Value'));
  facts.set('status message', textOfFirst(root, PROTOCOL, 'StatusMessage'));
  facts.set('signature of the message', signatureOf(root));
  facts.set('encryption', attributesOf(walk(root, XENC, 'EncryptionMethod'), 'Algorithm'));
  const assertion = walk(root, ASSERTION, 'Assertion')[0];
  if (assertion !== undefined) readAssertion(assertion, facts);
  return Object.fromEntries([...facts].filter(([, value]) => value !== undefined));
}
