// What of xml-crypto is used here: its own declarations bring the whole DOM into a server that has none.
import type { KeyObject } from 'node:crypto';
import type { DomNode } from '@xmldom/xmldom';

export interface SignatureAlgorithm {
  getAlgorithmName(): string;
  getSignature(): never;
  verifySignature(material: string, key: unknown, signatureValue: string): boolean;
}

export interface HashAlgorithm {
  getAlgorithmName(): string;
  getHash(xml: string): string;
}

export declare class SignedXml {
  constructor(options: {
    publicCert: KeyObject | string;
    getCertFromKeyInfo(): null;
  });
  idAttributes: string[];
  SignatureAlgorithms: Record<string, new () => SignatureAlgorithm>;
  HashAlgorithms: Record<string, new () => HashAlgorithm>;
  CanonicalizationAlgorithms: Record<string, unknown>;
  loadSignature(signature: DomNode): void;
  /** Throws, or gives false, when the signature does not hold. */
  checkSignature(xml: string): boolean;
  /** Canonical texts of what was digested, once {@link checkSignature} gave true. */
  getSignedReferences(): string[];
}
