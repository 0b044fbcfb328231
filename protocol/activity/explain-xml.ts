// Explains the signatures and encryption of an XML message in plain words.
import { X509Certificate } from 'node:crypto';
import type { ActivityExplanation } from '#protocol/contract/activity.ts';
import { attributeOf, childElements } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { nameAlgorithm } from './xml-algorithm-names.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const XENC = 'http://www.w3.org/2001/04/xmlenc#';
const XENC11 = 'http://www.w3.org/2009/xmlenc11#';

/** Maximum number of signatures and encrypted parts explained per message; a SAML message has only a few. */
const MAX_EXPLAINED = 50;

type Fact = ActivityExplanation['facts'][number];

/** A signature or encrypted part. Each is explained separately, without those nested inside it. */
function isExplained({ localName, namespace }: XmlElement): boolean {
  return (
    (localName === 'Signature' && namespace === DSIG) || (localName === 'EncryptedData' && namespace === XENC)
  );
}

function childrenOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}

/**
 * Descendants in document order, without nested signatures and encrypted parts, of which there may be many.
 */
function* walkOwn(element: XmlElement): Generator<XmlElement> {
  const waiting = childrenOf(element).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isExplained(next)) continue;
    yield next;
    waiting.push(...childrenOf(next).toReversed());
  }
}

function elementsIn(element: XmlElement, namespace: string, localName: string): readonly XmlElement[] {
  return [...walkOwn(element)].filter((each) => each.localName === localName && each.namespace === namespace);
}

/** The first descendant with that name: for display, unusual structure is acceptable. */
function firstIn(
  element: XmlElement | undefined,
  namespace: string,
  localName: string,
): XmlElement | undefined {
  return element === undefined ? undefined : elementsIn(element, namespace, localName)[0];
}

function textIn(element: XmlElement | undefined): string | undefined {
  const text = element?.children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim();
  return text === '' ? undefined : text;
}

function fact(name: string, value: string | undefined): readonly Fact[] {
  return value === undefined ? [] : [{ name, value }];
}

function algorithmFact(name: string, element: XmlElement | undefined): readonly Fact[] {
  const uri = element === undefined ? undefined : attributeOf(element, 'Algorithm');
  return fact(name, uri === undefined ? undefined : nameAlgorithm(uri));
}

function readCertificate(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    // Reported as unreadable.
    return undefined;
  }
}

function describeExpiry({ validFrom, validTo }: X509Certificate, at: number): string {
  const [from, to] = [new Date(validFrom), new Date(validTo)];
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  const period = `${day(from)} to ${day(to)}`;
  if (to.getTime() < at) return `${period}, expired when this was sent`;
  return from.getTime() > at ? `${period}, not yet valid when this was sent` : period;
}

/** The key as the message describes it; never used for trust. */
function keyFacts(keyInfo: XmlElement | undefined, at: number): readonly Fact[] {
  const base64 = textIn(firstIn(keyInfo, DSIG, 'X509Certificate'));
  const name = fact('Key name', textIn(firstIn(keyInfo, DSIG, 'KeyName')));
  if (base64 === undefined) return name;
  const certificate = readCertificate(base64);
  if (certificate === undefined) return [...name, { name: 'Certificate', value: 'cannot be read' }];
  return [
    ...name,
    { name: 'Certificate', value: certificate.subject.replaceAll('\n', ', ') },
    { name: 'Valid', value: describeExpiry(certificate, at) },
  ];
}

function describeReference(signature: XmlElement, parent: XmlElement | undefined): string | undefined {
  const references = elementsIn(signature, DSIG, 'Reference');
  const texts = references.map((reference) => {
    const uri = attributeOf(reference, 'URI');
    if (uri === undefined) return 'none';
    const own = parent !== undefined && uri === `#${attributeOf(parent, 'ID')}`;
    if (own) return `${uri}, the ${parent.localName} that contains it`;
    return uri === '' ? 'the whole document' : `${uri}, another element`;
  });
  return texts.length === 0 ? undefined : texts.join('; ');
}

function explainSignature(
  signature: XmlElement,
  parent: XmlElement | undefined,
  at: number,
): ActivityExplanation {
  const transforms = elementsIn(signature, DSIG, 'Transform')
    .map((transform) => nameAlgorithm(attributeOf(transform, 'Algorithm') ?? ''))
    .join(', ');
  return {
    title: parent === undefined ? 'Signature' : `Signature of ${parent.localName}`,
    facts: [
      ...algorithmFact('Algorithm', firstIn(signature, DSIG, 'SignatureMethod')),
      ...algorithmFact('Digest', firstIn(signature, DSIG, 'DigestMethod')),
      ...fact('Refers to', describeReference(signature, parent)),
      ...fact('Transforms', transforms === '' ? undefined : transforms),
      ...algorithmFact('Canonicalization', firstIn(signature, DSIG, 'CanonicalizationMethod')),
      ...keyFacts(firstIn(signature, DSIG, 'KeyInfo'), at),
    ],
  };
}

function explainEncryption(
  data: XmlElement,
  parent: XmlElement | undefined,
  at: number,
): ActivityExplanation {
  const key =
    firstIn(data, XENC, 'EncryptedKey') ??
    (parent === undefined ? undefined : childElements(parent, XENC, 'EncryptedKey')[0]);
  return {
    title: parent === undefined ? 'Encryption' : `Encryption of ${parent.localName}`,
    facts: [
      ...algorithmFact('Content', firstIn(data, XENC, 'EncryptionMethod')),
      ...algorithmFact('Key', firstIn(key, XENC, 'EncryptionMethod')),
      ...algorithmFact('Digest of the key', firstIn(key, DSIG, 'DigestMethod')),
      ...algorithmFact('Mask of the key', firstIn(key, XENC11, 'MGF')),
      ...fact('Recipient', key === undefined ? undefined : attributeOf(key, 'Recipient')),
      ...keyFacts(firstIn(key, DSIG, 'KeyInfo'), at),
    ],
  };
}

interface Explained {
  readonly element: XmlElement;
  readonly parent: XmlElement | undefined;
}

function listExplained(root: XmlElement): readonly Explained[] {
  const found: Explained[] = [];
  const visit = (element: XmlElement, parent: XmlElement | undefined): void => {
    if (found.length === MAX_EXPLAINED) return;
    if (isExplained(element)) found.push({ element, parent });
    for (const child of childrenOf(element)) visit(child, element);
  };
  visit(root, undefined);
  return found;
}

/** Explains signatures and encrypted parts in document order. `at`: when the message was sent (epoch ms). */
export function explainXml(root: XmlElement, at: number): readonly ActivityExplanation[] {
  return listExplained(root).map(({ element, parent }) =>
    element.namespace === DSIG
      ? explainSignature(element, parent, at)
      : explainEncryption(element, parent, at),
  );
}

/** Explains the signature of a query that carries a message (SAML Bindings §3.4.4.1). */
export function explainQuerySignature(algorithm: string, covers: readonly string[]): ActivityExplanation {
  return {
    title: 'Signature of the query',
    facts: [
      { name: 'Algorithm', value: nameAlgorithm(algorithm) },
      { name: 'Covers', value: covers.join(', ') },
    ],
  };
}
