// What tests use of xml-crypto: its own declarations bring the whole DOM into a server that has none.
import type { DomNode } from '@xmldom/xmldom';

export declare class SignedXml {
  constructor(options: {
    publicCert: string;
    getCertFromKeyInfo(): null;
  });
  idAttributes: string[];
  CanonicalizationAlgorithms: Record<string, unknown>;
  loadSignature(signature: DomNode): void;
  /** Throws, or gives false, when the signature does not hold. */
  checkSignature(xml: string): boolean;
  /** Canonical texts of what was digested, once {@link checkSignature} gave true. */
  getSignedReferences(): string[];
}
