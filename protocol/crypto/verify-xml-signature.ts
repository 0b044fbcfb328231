// Verifies a message's enveloped signature, and ensures that only signed content is used afterwards.
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf } from '#protocol/xml/read-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { checkSignatureBytes, digestOf, type SignatureTrust, XmlSignatureError } from './xml-signature.ts';
import { checkSignatureShape, type SignatureShape } from './xml-signature-shape.ts';

/** A message, and the signatures it may have. */
export interface ElementToVerify extends SignatureTrust {
  readonly root: XmlElement;
  /** Whether parts of the message may have signatures of their own, as the assertion of a response. */
  readonly hasSignedParts?: boolean;
}

/** The signed text: the message without its signature, in canonical form (XML Signature 1.1 §3.2). */
function verifyShape(shape: SignatureShape, { root, keys }: ElementToVerify): string {
  const { signature, signedInfo } = shape;
  const children = root.children.filter((child) => child !== signature);
  const text = writeCanonical({ ...root, children }, shape.messageForm);
  if (!digestOf(shape.digestMethod, text).equals(shape.digest))
    throw new XmlSignatureError('the digest does not fit: the message was changed after it was signed');
  const signed = writeCanonical(signedInfo, { ...shape.signedInfoForm, ancestors: [root, signature] });
  checkSignatureBytes(shape.method, signed, shape.signatureValue, keys);
  return text;
}

/** @throws {XmlSignatureError} when the digested element is not the one received. */
function checkSame(signed: XmlElement, root: XmlElement): void {
  const same =
    signed.localName === root.localName &&
    signed.namespace === root.namespace &&
    attributeOf(signed, 'ID') === attributeOf(root, 'ID');
  if (!same) throw new XmlSignatureError('the signed element is not the message');
}

/**
 * Verifies a message's signature (SAML Core §5.4, XML Signature 1.1 §3.2) and returns the signed message,
 * parsed again from the digested bytes. Use the result, not the received tree.
 * @throws {XmlSignatureError} with the reason.
 */
export function verifyElement(input: ElementToVerify): XmlElement {
  try {
    const shape = checkSignatureShape(input.root, input.allowSha1, input.hasSignedParts);
    const signed = parseXml(verifyShape(shape, input));
    checkSame(signed, input.root);
    return signed;
  } catch (error) {
    if (error instanceof XmlSignatureError) throw error;
    const reason = error instanceof XmlError ? error.reason : 'the signature cannot be computed';
    throw new XmlSignatureError(reason, error);
  }
}
