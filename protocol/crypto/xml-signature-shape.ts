// Checks that a signature has the only accepted structure, which prevents signature wrapping.
import { attributeOf, childElements, textOf, walkElements } from '#protocol/xml/read-xml.ts';
import type { CanonicalForm } from '#protocol/xml/write-canonical.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import {
  ACCEPTED_SIGNATURES,
  CANONICALIZATIONS,
  DSIG_NAMESPACE,
  decodeBase64,
  ENVELOPED_SIGNATURE,
  requireMethod,
  XML_SIGNATURES,
  XmlSignatureError,
  type XmlSignatureRow,
} from './xml-signature.ts';

/** The contents of a signature with the accepted structure. */
export interface SignatureShape {
  readonly method: XmlSignatureRow;
  /** URI. */
  readonly digestMethod: string;
  readonly digest: Buffer;
  readonly signatureValue: Buffer;
  readonly signature: XmlElement;
  readonly signedInfo: XmlElement;
  /** The canonical form of the message that was digested. */
  readonly messageForm: CanonicalForm;
  /** The canonical form of SignedInfo that was signed, without its ancestors. */
  readonly signedInfoForm: CanonicalForm;
}

const SHA1 = XML_SIGNATURES.RSA_SHA1.digest;
const DIGESTS: ReadonlySet<string> = new Set(ACCEPTED_SIGNATURES.map(({ digest }) => digest));
const EXCLUSIVE: ReadonlySet<string> = new Set([
  CANONICALIZATIONS.exclusive,
  CANONICALIZATIONS.exclusiveWithComments,
]);
const SIGNED_INFO_FORMS: ReadonlySet<string> = new Set(Object.values(CANONICALIZATIONS));

function fail(reason: string): never {
  throw new XmlSignatureError(reason);
}

/** Child elements in order; only white space is allowed between them. */
function elementsOf(element: XmlElement): readonly XmlElement[] {
  const elements: XmlElement[] = [];
  for (const child of element.children) {
    if (typeof child !== 'string') elements.push(child);
    else if (child.trim() !== '') fail(`${element.localName} of the signature contains text`);
  }
  return elements;
}

/** Child elements: exactly these of XML Signature, in this order; names with `?` are optional. */
function expectChildren(element: XmlElement, names: readonly string[]): readonly XmlElement[] {
  const rest = [...elementsOf(element)];
  const found = names.flatMap((pattern) => {
    const name = pattern.endsWith('?') ? pattern.slice(0, -1) : pattern;
    if (rest[0]?.localName !== name || rest[0].namespace !== DSIG_NAMESPACE) {
      if (name === pattern) fail(`${element.localName} of the signature has no ${name} where it belongs`);
      return [];
    }
    return rest.splice(0, 1);
  });
  const [extra] = rest;
  if (extra !== undefined)
    fail(`${element.localName} of the signature contains ${extra.localName} beyond what is accepted`);
  return found;
}

function algorithmOf(element: XmlElement | undefined): string {
  return (element === undefined ? undefined : attributeOf(element, 'Algorithm')) ?? '';
}

/**
 * `Transforms`: enveloped-signature, then exclusive canonicalization; nothing that could select other nodes.
 * Choice: the second is optional (docs/decisions/0121-xml-signatures.md), with canonical XML 1.0 as the
 * default (XML Signature 1.1 §4.4.3.2).
 * @returns the canonical form.
 */
function checkTransforms(transforms: XmlElement): CanonicalForm {
  const list = elementsOf(transforms);
  for (const transform of list) {
    if (transform.localName !== 'Transform' || transform.namespace !== DSIG_NAMESPACE)
      fail('Transforms of the signature contains something else');
    const uri = algorithmOf(transform);
    if (uri !== ENVELOPED_SIGNATURE && !EXCLUSIVE.has(uri))
      fail(
        `the transform "${uri}" is not accepted: only enveloped-signature and exclusive canonicalization are`,
      );
    readPrefixes(transform, uri);
  }
  const [first = '', second, ...others] = list.map(algorithmOf);
  const isOrdered = first === ENVELOPED_SIGNATURE && (second === undefined || EXCLUSIVE.has(second));
  if (!isOrdered || others.length > 0)
    fail('the transforms are not enveloped-signature followed by exclusive canonicalization');
  return formOf(list[1]);
}

/** The canonical form of a transform or `CanonicalizationMethod`; defaults to canonical XML 1.0. */
function formOf(element: XmlElement | undefined): CanonicalForm {
  const uri = algorithmOf(element);
  if (element === undefined || !EXCLUSIVE.has(uri)) return { inclusive: 'all' };
  return { inclusive: readPrefixes(element, uri) };
}

/**
 * The prefixes listed for exclusive canonicalization (Exclusive XML Canonicalization §4); a transform may
 * contain nothing else. Compat: xml-crypto writes the list into every transform, in a namespace named like
 * the transform; there it has no meaning.
 * @throws {XmlSignatureError} for any other content.
 */
function readPrefixes(transform: XmlElement, uri: string): ReadonlySet<string> {
  const mayList = EXCLUSIVE.has(uri) || uri === ENVELOPED_SIGNATURE;
  const lists = elementsOf(transform);
  for (const { localName, namespace, children } of lists) {
    const isList =
      localName === 'InclusiveNamespaces' &&
      (namespace === CANONICALIZATIONS.exclusive || namespace === uri) &&
      children.length === 0;
    if (!mayList || !isList) fail('a transform of the signature has content that is not accepted');
  }
  const prefixes = lists.flatMap((list) => (attributeOf(list, 'PrefixList') ?? '').split(/\s+/));
  return new Set(prefixes.filter((each) => each !== '').map((each) => (each === '#default' ? '' : each)));
}

/** An identifier that a URI can refer to (XML Schema `xs:ID`). */
function checkedId(root: XmlElement): string {
  const id = attributeOf(root, 'ID') ?? fail('the signed message has no ID');
  if (!/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(id)) fail('the ID of the signed message is not an identifier');
  return id;
}

function bytesOf(element: XmlElement | undefined, what: string): Buffer {
  const bytes = element === undefined ? undefined : decodeBase64(textOf(element));
  return bytes ?? fail(`the ${what} is empty or not base64`);
}

function checkReference(
  reference: XmlElement,
  root: XmlElement,
  allowSha1: boolean,
): Pick<SignatureShape, 'digest' | 'digestMethod' | 'messageForm'> {
  const uri = attributeOf(reference, 'URI') ?? fail('the reference of the signature has no URI');
  const id = checkedId(root);
  if (uri !== '' && uri !== `#${id}`)
    fail('the signature refers to another element than the message that contains it');
  const [transforms, digestMethod, digestValue] = expectChildren(reference, [
    'Transforms',
    'DigestMethod',
    'DigestValue',
  ]);
  const messageForm = transforms === undefined ? formOf(undefined) : checkTransforms(transforms);
  const uriOfDigest = algorithmOf(digestMethod);
  if (!DIGESTS.has(uriOfDigest)) fail(`the digest algorithm "${uriOfDigest}" is not accepted`);
  if (uriOfDigest === SHA1 && !allowSha1)
    fail('a digest with SHA-1 is accepted only from a client that is set to RSA_SHA1');
  const digest = bytesOf(digestValue, 'digest of the signature');
  return { digest, digestMethod: uriOfDigest, messageForm };
}

/** The message's own signature; other ones only inside parts of it, and only if they may have their own. */
function onlySignature(root: XmlElement, hasSignedParts: boolean): XmlElement {
  const everywhere = [...walkElements(root)].filter(
    ({ localName, namespace }) => localName === 'Signature' && namespace === DSIG_NAMESPACE,
  );
  const [direct, second] = childElements(root, DSIG_NAMESPACE, 'Signature');
  if (everywhere.length === 0) fail('the message is not signed');
  if (second !== undefined || (everywhere.length > 1 && !hasSignedParts))
    fail('the message contains more than one signature');
  if (direct === undefined) fail('the signature is not a direct child of the message');
  return direct;
}

/**
 * @throws {XmlSignatureError} for a method with parameters: `HMACOutputLength` would truncate the comparison.
 */
function checkEmpty(element: XmlElement | undefined): void {
  if (element !== undefined && elementsOf(element).length > 0)
    fail(`${element.localName} of the signature has parameters, which are not accepted`);
}

/**
 * Checks that a message contains exactly one signature, as its direct child, over itself and nothing else,
 * with accepted algorithms (SAML Core §5.4). Does not verify digest and signature value. `hasSignedParts`: elements
 * inside may have signatures of their own, which are content of the message like all else.
 * @throws {XmlSignatureError} with the reason.
 */
export function checkSignatureShape(
  root: XmlElement,
  allowSha1: boolean,
  hasSignedParts = false,
): SignatureShape {
  const signature = onlySignature(root, hasSignedParts);
  const [signedInfo, signatureValue] = expectChildren(signature, [
    'SignedInfo',
    'SignatureValue',
    'KeyInfo?',
  ]);
  if (signedInfo === undefined || signatureValue === undefined) fail('the signature is incomplete');
  const [form, methodElement, reference] = expectChildren(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  if (!SIGNED_INFO_FORMS.has(algorithmOf(form)))
    fail(`the canonicalization "${algorithmOf(form)}" is not accepted`);
  if (form !== undefined) readPrefixes(form, algorithmOf(form));
  const method = requireMethod(algorithmOf(methodElement), allowSha1);
  checkEmpty(methodElement);
  if (reference === undefined) fail('the signature has no reference');
  return {
    method,
    ...checkReference(reference, root, allowSha1),
    signatureValue: bytesOf(signatureValue, 'signature value'),
    signature,
    signedInfo,
    signedInfoForm: formOf(form),
  };
}
