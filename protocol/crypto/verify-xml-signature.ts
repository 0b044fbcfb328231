// Verifying the enveloped signature of a message, on xml-crypto, so that what is used afterwards is what was signed.
import { createHash } from 'node:crypto';
import type { HashAlgorithm, SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import {
  checkSignatureBytes,
  DSIG_NAMESPACE,
  decodeBase64,
  type SignatureTrust,
  XML_SIGNATURES,
  XmlSignatureError,
} from './xml-signature.ts';
import { checkSignatureShape, type SignatureShape } from './xml-signature-shape.ts';

/** A message, and whose signature is accepted. */
export interface ElementToVerify extends SignatureTrust {
  /** The XML as it came. */
  readonly text: string;
  /** The same, parsed from exactly this text. */
  readonly root: XmlElement;
}

/** xml-crypto asks for classes; these do what the checked shape says, and only that. */
function algorithmClasses({ method, digestMethod }: SignatureShape, { keys }: SignatureTrust) {
  class Digest implements HashAlgorithm {
    getAlgorithmName(): string {
      return digestMethod;
    }
    getHash(xml: string): string {
      const row = Object.values(XML_SIGNATURES).find(({ digest }) => digest === digestMethod);
      return createHash(row?.hash ?? method.hash)
        .update(xml)
        .digest('base64');
    }
  }
  class Method implements SignatureAlgorithm {
    getAlgorithmName(): string {
      return method.method;
    }
    getSignature(): never {
      throw new TypeError('this side verifies');
    }
    verifySignature(material: string, _key: unknown, value: string): boolean {
      checkSignatureBytes(method, material, decodeBase64(value) ?? Buffer.alloc(0), keys);
      return true;
    }
  }
  return { Digest, Method };
}

/** Loads xml-crypto on first use: it is not needed to start, nor by who signs nothing. */
async function openVerifier(shape: SignatureShape, input: ElementToVerify): Promise<SignedXml> {
  const [{ SignedXml: Verifier }, { DOMParser }] = await Promise.all([
    import('xml-crypto'),
    import('@xmldom/xmldom'),
  ]);
  const { Digest, Method } = algorithmClasses(shape, input);
  // The key of the message's KeyInfo is never asked for: the sender's keys stand in `Method`.
  const verifier = new Verifier({ publicCert: 'the keys of the sender', getCertFromKeyInfo: () => null });
  verifier.idAttributes = ['ID'];
  verifier.SignatureAlgorithms = { [shape.method.method]: Method };
  verifier.HashAlgorithms = { [shape.digestMethod]: Digest };
  const refuse = (_level: string, message: unknown): never => {
    throw new XmlSignatureError(`the message cannot be read for its signature: ${String(message)}`);
  };
  const signature = new DOMParser({ errorHandler: refuse })
    .parseFromString(input.text, 'text/xml')
    .getElementsByTagNameNS(DSIG_NAMESPACE, 'Signature')
    .item(0);
  if (signature === null) throw new XmlSignatureError('the message is not signed');
  verifier.loadSignature(signature);
  return verifier;
}

/** The canonical text that was digested and signed. */
function signedText(verifier: SignedXml, text: string): string {
  if (!verifier.checkSignature(text))
    throw new XmlSignatureError('the digest does not fit: the message was changed after it was signed');
  const [signed, ...others] = verifier.getSignedReferences();
  if (signed === undefined || others.length > 0)
    throw new XmlSignatureError('the signature does not cover exactly one element');
  return signed;
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
    const signed = parseXml(signedText(await openVerifier(shape, input), input.text));
    checkSame(signed, input.root);
    return signed;
  } catch (error) {
    if (error instanceof XmlSignatureError) throw error;
    const reason = error instanceof XmlError ? error.reason : 'the signature cannot be computed';
    throw new XmlSignatureError(reason, error);
  }
}
