// Verifying the rarer forms of signatures, those that look at every namespace in scope, with xml-crypto.
import type { HashAlgorithm, SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import {
  checkSignatureBytes,
  DSIG_NAMESPACE,
  decodeBase64,
  digestOf,
  type SignatureTrust,
  XmlSignatureError,
} from './xml-signature.ts';
import type { SignatureShape } from './xml-signature-shape.ts';

/** The library's time grows with the square of a message's nodes: an honest message has some sixty. */
const MAX_NODES = 300;

/** xml-crypto asks for classes; these do what the checked shape says, and only that. */
function algorithmClasses({ method, digestMethod }: SignatureShape, { keys }: Pick<SignatureTrust, 'keys'>) {
  class Digest implements HashAlgorithm {
    getAlgorithmName(): string {
      return digestMethod;
    }
    getHash(xml: string): string {
      return digestOf(digestMethod, xml).toString('base64');
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

/** Loads xml-crypto on first use: it is not needed to start, nor for the usual form. */
async function openVerifier(
  text: string,
  shape: SignatureShape,
  trust: Pick<SignatureTrust, 'keys'>,
): Promise<SignedXml> {
  const [{ SignedXml: Verifier }, { DOMParser }] = await Promise.all([
    import('xml-crypto'),
    import('@xmldom/xmldom'),
  ]);
  const { Digest, Method } = algorithmClasses(shape, trust);
  // The key of the message's KeyInfo is never asked for: the sender's keys stand in `Method`.
  const verifier = new Verifier({ publicCert: 'the keys of the sender', getCertFromKeyInfo: () => null });
  verifier.idAttributes = ['ID'];
  verifier.SignatureAlgorithms = { [shape.method.method]: Method };
  verifier.HashAlgorithms = { [shape.digestMethod]: Digest };
  const refuse = (_level: string, message: unknown): never => {
    throw new XmlSignatureError(`the message cannot be read for its signature: ${String(message)}`);
  };
  const signature = new DOMParser({ errorHandler: refuse })
    .parseFromString(text, 'text/xml')
    .getElementsByTagNameNS(DSIG_NAMESPACE, 'Signature')
    .item(0);
  if (signature === null) throw new XmlSignatureError('the message is not signed');
  verifier.loadSignature(signature);
  return verifier;
}

/**
 * The canonical text of the message without its signature, once digest and signature fit (XML Signature 1.1 §3.2). The shape must have been checked.
 * @throws {XmlSignatureError} when they do not. @throws {XmlError} for a message of more nodes than that takes.
 */
export async function verifyByLibrary(
  text: string,
  shape: SignatureShape,
  trust: Pick<SignatureTrust, 'keys'>,
): Promise<string> {
  parseXml(text, { nodes: MAX_NODES });
  const verifier = await openVerifier(text, shape, trust);
  if (!verifier.checkSignature(text)) throw new XmlSignatureError(DIGEST_DIFFERS);
  const [signed, ...others] = verifier.getSignedReferences();
  if (signed === undefined || others.length > 0)
    throw new XmlSignatureError('the signature does not cover exactly one element');
  return signed;
}

/** Why most messages that were changed are refused. */
export const DIGEST_DIFFERS = 'the digest does not fit: the message was changed after it was signed';
