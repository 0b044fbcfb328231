// The parts of xml-crypto that tests use: its own declarations bring DOM types into a server.
import type { DomNode } from '@xmldom/xmldom';

export declare class SignedXml {
  constructor(options: {
    publicCert: string;
    getCertFromKeyInfo(): null;
  });
  idAttributes: string[];
  CanonicalizationAlgorithms: Record<string, unknown>;
  loadSignature(signature: DomNode): void;
  /** Throws or returns false when the signature is invalid. */
  checkSignature(xml: string): boolean;
  /** Canonical texts of the digested content, after {@link checkSignature} returned true. */
  getSignedReferences(): string[];
}
