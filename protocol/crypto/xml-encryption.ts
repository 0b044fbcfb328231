// Encrypts an XML element for one recipient: content with AES, the AES key with RSA-OAEP.
import { type CipherGCMTypes, createCipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { type OaepParameters, wrapKey } from './rsa-oaep.ts';
import { DSIG_NAMESPACE } from './xml-signature.ts';

/** XML Encryption 1.0. */
export const XENC = 'http://www.w3.org/2001/04/xmlenc#';
/** XML Encryption 1.1. */
export const XENC11 = 'http://www.w3.org/2009/xmlenc11#';

/** Content encryption in node:crypto's terms. */
export type Cipher =
  | { readonly mode: 'gcm'; readonly name: CipherGCMTypes; readonly keyBytes: number }
  | { readonly mode: 'cbc'; readonly name: string; readonly keyBytes: number };

/** Content encryption by URI (XML Encryption 1.1 §5.2). */
export const CIPHERS: Readonly<Record<string, Cipher>> = {
  [`${XENC}aes128-cbc`]: { mode: 'cbc', name: 'aes-128-cbc', keyBytes: 16 },
  [`${XENC}aes192-cbc`]: { mode: 'cbc', name: 'aes-192-cbc', keyBytes: 24 },
  [`${XENC}aes256-cbc`]: { mode: 'cbc', name: 'aes-256-cbc', keyBytes: 32 },
  [`${XENC11}aes128-gcm`]: { mode: 'gcm', name: 'aes-128-gcm', keyBytes: 16 },
  [`${XENC11}aes192-gcm`]: { mode: 'gcm', name: 'aes-192-gcm', keyBytes: 24 },
  [`${XENC11}aes256-gcm`]: { mode: 'gcm', name: 'aes-256-gcm', keyBytes: 32 },
};

/** Key transport of XML Encryption 1.0; its mask always uses SHA-1. */
export const OAEP_SHA1: string = `${XENC}rsa-oaep-mgf1p`;
/** Key transport of XML Encryption 1.1. */
export const OAEP_11: string = `${XENC11}rsa-oaep`;
/** Rejected key transport. */
export const RSA_1_5: string = `${XENC}rsa-1_5`;

/** Digests of OAEP by URI (XML Encryption 1.1 §5.5.2). */
export const DIGESTS: Readonly<Record<string, string>> = {
  [`${DSIG_NAMESPACE}sha1`]: 'sha1',
  'http://www.w3.org/2001/04/xmldsig-more#sha224': 'sha224',
  [`${XENC}sha256`]: 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  [`${XENC}sha512`]: 'sha512',
};

/** Mask generation functions by URI (XML Encryption 1.1 §5.5.2). */
export const MASKS: Readonly<Record<string, string>> = {
  [`${XENC11}mgf1sha1`]: 'sha1',
  [`${XENC11}mgf1sha224`]: 'sha224',
  [`${XENC11}mgf1sha256`]: 'sha256',
  [`${XENC11}mgf1sha384`]: 'sha384',
  [`${XENC11}mgf1sha512`]: 'sha512',
};

/** Used when the client sets nothing (Keycloak's defaults). */
const DEFAULTS = {
  algorithm: `${XENC11}aes256-gcm`,
  keyAlgorithm: OAEP_11,
  digestMethod: `${XENC}sha256`,
  maskGenerationFunction: `${XENC11}mgf1sha256`,
} as const;

/** Algorithms are URIs; undefined: the default, AES-256-GCM with RSA-OAEP, SHA-256 and MGF1 with SHA-256. */
export interface XmlEncryption {
  /** The recipient's public RSA key. */
  readonly key: KeyObject;
  /** `saml.encryption.algorithm` */
  readonly algorithm: string | undefined;
  /** `saml.encryption.keyAlgorithm` */
  readonly keyAlgorithm: string | undefined;
  /** `saml.encryption.digestMethod` */
  readonly digestMethod: string | undefined;
  /** `saml.encryption.maskGenerationFunction`; only for RSA-OAEP 1.1, as 1.0 always uses MGF1 with SHA-1. */
  readonly maskGenerationFunction: string | undefined;
}

/** An encryption that is not supported, or an unsuitable key. */
export class XmlEncryptionError extends Error {
  /** The member of {@link XmlEncryption} at fault. */
  readonly setting: keyof XmlEncryption;
  readonly reason: string;

  constructor(setting: keyof XmlEncryption, reason: string, cause?: unknown) {
    super(`${setting}: ${reason}`, { cause });
    this.name = 'XmlEncryptionError';
    this.setting = setting;
    this.reason = reason;
  }
}

function choose<Row>(
  table: Readonly<Record<string, Row>>,
  setting: keyof typeof DEFAULTS,
  value: string | undefined,
): { readonly uri: string; readonly row: Row } {
  const uri = value === undefined || value === '' ? DEFAULTS[setting] : value;
  const row = Object.hasOwn(table, uri) ? table[uri] : undefined;
  if (row === undefined)
    throw new XmlEncryptionError(
      setting,
      `"${uri}" is not offered; offered are ${Object.keys(table).join(', ')}`,
    );
  return { uri, row };
}

/** Initialization vector, ciphertext and, for GCM, tag (XML Encryption 1.1 §5.2.2, §5.2.4). */
function encryptContent(cipher: Cipher, key: Buffer, xml: string): string {
  if (cipher.mode === 'gcm') {
    const iv = randomBytes(12);
    const gcm = createCipheriv(cipher.name, key, iv);
    return Buffer.concat([iv, gcm.update(xml, 'utf8'), gcm.final(), gcm.getAuthTag()]).toString('base64');
  }
  const iv = randomBytes(16);
  const cbc = createCipheriv(cipher.name, key, iv);
  return Buffer.concat([iv, cbc.update(xml, 'utf8'), cbc.final()]).toString('base64');
}

/** How the content key is wrapped: the parameters, and the `EncryptionMethod` element that describes them. */
interface KeyWrapping {
  readonly parameters: OaepParameters;
  readonly method: string;
}

function chooseKeyWrapping(encryption: XmlEncryption): KeyWrapping {
  const { keyAlgorithm } = encryption;
  // Choice: RSA 1.5 turns a recipient into a padding oracle (XML Encryption 1.1 §6.1.2); node itself no
  // longer decrypts it.
  if (keyAlgorithm === RSA_1_5)
    throw new XmlEncryptionError(
      'keyAlgorithm',
      `"${RSA_1_5}" is not offered, because it can be attacked; use ${OAEP_11}`,
    );
  const { uri, row: oaep11 } = choose({ [OAEP_11]: true, [OAEP_SHA1]: false }, 'keyAlgorithm', keyAlgorithm);
  const digest = choose(DIGESTS, 'digestMethod', encryption.digestMethod);
  const mask = oaep11
    ? choose(MASKS, 'maskGenerationFunction', encryption.maskGenerationFunction)
    : { uri: '', row: 'sha1' };
  const digestMethod = `<dsig:DigestMethod Algorithm="${digest.uri}"></dsig:DigestMethod>`;
  const mgf = oaep11 ? `<xenc11:MGF xmlns:xenc11="${XENC11}" Algorithm="${mask.uri}"></xenc11:MGF>` : '';
  return {
    parameters: { digest: digest.row, mask: mask.row },
    method: `<xenc:EncryptionMethod Algorithm="${uri}">${digestMethod}${mgf}</xenc:EncryptionMethod>`,
  };
}

function cipherData(base64: string): string {
  return `<xenc:CipherData><xenc:CipherValue>${base64}</xenc:CipherValue></xenc:CipherData>`;
}

/**
 * Encrypts an element (XML Encryption 1.1 §4.4). Returns `xenc:EncryptedData` in exclusive canonical form,
 * with the wrapped key in its KeyInfo. The element must declare every namespace it uses.
 * @throws {XmlEncryptionError} naming the setting and its allowed values.
 */
export async function encryptElement(xml: string, encryption: XmlEncryption): Promise<string> {
  const { uri, row: cipher } = choose(CIPHERS, 'algorithm', encryption.algorithm);
  const wrapping = chooseKeyWrapping(encryption);
  if (encryption.key.asymmetricKeyType !== 'rsa')
    throw new XmlEncryptionError('key', 'the key of the recipient is not an RSA key');
  const contentKey = randomBytes(cipher.keyBytes);
  const wrapped = wrapOrExplain(encryption.key, contentKey, wrapping.parameters);
  return (
    `<xenc:EncryptedData xmlns:xenc="${XENC}" Type="${XENC}Element">` +
    `<xenc:EncryptionMethod Algorithm="${uri}"></xenc:EncryptionMethod>` +
    `<dsig:KeyInfo xmlns:dsig="${DSIG_NAMESPACE}"><xenc:EncryptedKey>${wrapping.method}${cipherData(wrapped)}</xenc:EncryptedKey></dsig:KeyInfo>` +
    `${cipherData(encryptContent(cipher, contentKey, xml))}</xenc:EncryptedData>`
  );
}

function wrapOrExplain(key: KeyObject, contentKey: Buffer, parameters: OaepParameters): string {
  try {
    return wrapKey(key, contentKey, parameters).toString('base64');
  } catch (error) {
    throw new XmlEncryptionError(
      'key',
      'the RSA key of the recipient is too short for this digest and content encryption',
      error,
    );
  }
}
