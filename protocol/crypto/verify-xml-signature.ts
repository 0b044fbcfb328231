// Verifying the enveloped signature of a message, so that what is used afterwards is what was signed.
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf } from '#protocol/xml/read-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { DIGEST_DIFFERS, verifyByLibrary } from './verify-by-library.ts';
import { checkSignatureBytes, digestOf, type SignatureTrust, XmlSignatureError } from './xml-signature.ts';
import { checkSignatureShape, type SignatureShape } from './xml-signature-shape.ts';

/** A message, and whose signature is accepted. */
export interface ElementToVerify extends SignatureTrust {
  /** The XML as it came. */
  readonly text: string;
  /** The same, parsed from exactly this text. */
  readonly root: XmlElement;
}

/**
 * The usual form, exclusive canonicalization throughout, is checked on the strict tree: its canonical form needs nothing that the tree does not
 * have, and a stranger's message costs no more than reading it. References within the document leave comments out (XML Signature 1.1 §4.4.3.3).
 */
function verifyPlain(shape: SignatureShape, { root, keys }: ElementToVerify): string {
  const children = root.children.filter((child) => child !== shape.signature);
  const text = writeCanonical({ ...root, children });
  if (!digestOf(shape.digestMethod, text).equals(shape.digest)) throw new XmlSignatureError(DIGEST_DIFFERS);
  checkSignatureBytes(shape.method, writeCanonical(shape.signedInfo), shape.signatureValue, keys);
  return text;
}

/** @throws {XmlSignatureError} when the digested bytes are another element than the one that was received. */
function checkSame(signed: XmlElement, root: XmlElement): void {
  const same =
    signed.localName === root.localName &&
    signed.namespace === root.namespace &&
    attributeOf(signed, 'ID') === attributeOf(root, 'ID');
  if (!same) throw new XmlSignatureError('the signed element is not the message');
}

/**
 * Verifies the signature of a message (SAML Core §5.4, XML Signature 1.1 §3.2) and gives the message as it was signed: parsed again from the
 * very bytes that were digested. Use the result, not the received tree.
 * @throws {XmlSignatureError} with the reason.
 */
export async function verifyElement(input: ElementToVerify): Promise<XmlElement> {
  try {
    const shape = checkSignatureShape(input.root, input.allowSha1);
    const text = shape.isPlain ? verifyPlain(shape, input) : await verifyByLibrary(input.text, shape, input);
    const signed = parseXml(text);
    checkSame(signed, input.root);
    return signed;
  } catch (error) {
    if (error instanceof XmlSignatureError) throw error;
    const reason = error instanceof XmlError ? error.reason : 'the signature cannot be computed';
    throw new XmlSignatureError(reason, error);
  }
}
