// Decrypts an XML element that was encrypted for one of the realm's RSA keys, on node:crypto only.
import { createDecipheriv, type KeyObject } from 'node:crypto';
import { attributeOf, childElement, childElements, textOf } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { type OaepParameters, unwrapKey } from './rsa-oaep.ts';
import {
  CIPHERS,
  type Cipher,
  DIGESTS,
  MASKS,
  OAEP_11,
  OAEP_SHA1,
  RSA_1_5,
  XENC,
  XENC11,
} from './xml-encryption.ts';
import { DSIG_NAMESPACE, decodeBase64 } from './xml-signature.ts';

/** `reason` is safe to show. */
export class XmlDecryptionError extends Error {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'XmlDecryptionError';
    this.reason = reason;
  }
}

/** The same message for all failures inside, so that manipulated ciphertexts reveal nothing. */
export const NOT_OPENED = 'no RSA key of the realm opens it, or it was changed on its way';

/** Messages have few recipients, and each key is tried with each of ours. */
const MAX_ENCRYPTED_KEYS = 8;
const TAG_BYTES = 16;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function fail(reason: string): never {
  throw new XmlDecryptionError(reason);
}

function algorithmOf(parent: XmlElement, namespace: string, name: string): string | undefined {
  const element = childElement(parent, namespace, name);
  return element === undefined ? undefined : attributeOf(element, 'Algorithm');
}

function choose<Row>(table: Readonly<Record<string, Row>>, uri: string, what: string): Row {
  const row = Object.hasOwn(table, uri) ? table[uri] : undefined;
  return row ?? fail(`its ${what} "${uri}" is not supported; supported are ${Object.keys(table).join(', ')}`);
}

function cipherValue(parent: XmlElement): Buffer {
  const data = childElement(parent, XENC, 'CipherData');
  const value = data === undefined ? undefined : childElement(data, XENC, 'CipherValue');
  const bytes = value === undefined ? undefined : decodeBase64(textOf(value));
  return bytes ?? fail(`its ${parent.localName} has no CipherValue in base64`);
}

/** An encrypted content key with its parameters. */
interface WrappedKey {
  readonly bytes: Buffer;
  readonly parameters: OaepParameters;
}

/** XML Encryption 1.1 §5.5.2: the digest defaults to SHA-1, the mask to MGF1 with SHA-1. */
function readWrappedKey(encryptedKey: XmlElement): WrappedKey {
  const method =
    childElement(encryptedKey, XENC, 'EncryptionMethod') ?? fail('its EncryptedKey has no method');
  const uri = attributeOf(method, 'Algorithm') ?? '';
  if (uri === RSA_1_5)
    fail(`its key is encrypted by "${RSA_1_5}", which can be attacked; use ${OAEP_SHA1} or ${OAEP_11}`);
  const hasMask = choose({ [OAEP_SHA1]: false, [OAEP_11]: true }, uri, 'key transport');
  const label = childElement(method, XENC, 'OAEPparams');
  if (label !== undefined && textOf(label) !== '') fail('its OAEPparams are not empty');
  const digest = algorithmOf(method, DSIG_NAMESPACE, 'DigestMethod') ?? `${DSIG_NAMESPACE}sha1`;
  const mask = algorithmOf(method, XENC11, 'MGF') ?? `${XENC11}mgf1sha1`;
  return {
    bytes: cipherValue(encryptedKey),
    parameters: {
      digest: choose(DIGESTS, digest, 'digest of the key transport'),
      mask: hasMask ? choose(MASKS, mask, 'mask of the key transport') : 'sha1',
    },
  };
}

/** Keys in KeyInfo (XML Encryption 1.1 §3.5.1), and those next to the data. */
function listWrappedKeys(data: XmlElement, beside: readonly XmlElement[]): readonly WrappedKey[] {
  const keyInfo = childElement(data, DSIG_NAMESPACE, 'KeyInfo');
  const inside = keyInfo === undefined ? [] : childElements(keyInfo, XENC, 'EncryptedKey');
  const elements = [...inside, ...beside];
  if (elements.length === 0) fail('it has no EncryptedKey');
  if (elements.length > MAX_ENCRYPTED_KEYS) fail(`it has more than ${MAX_ENCRYPTED_KEYS} EncryptedKeys`);
  return elements.map(readWrappedKey);
}

function openContentKey(key: KeyObject, { bytes, parameters }: WrappedKey): Buffer | undefined {
  try {
    return unwrapKey(key, bytes, parameters);
  } catch {
    return undefined;
  }
}

/** XML Encryption 1.1 §5.2: IV first; GCM ends with the tag, CBC with the length of its padding. */
function openContent(cipher: Cipher, key: Buffer, bytes: Buffer): Buffer {
  if (cipher.mode === 'gcm') {
    const gcm = createDecipheriv(cipher.name, key, bytes.subarray(0, 12), { authTagLength: TAG_BYTES });
    gcm.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([gcm.update(bytes.subarray(12, -TAG_BYTES)), gcm.final()]);
  }
  // The other padding bytes are arbitrary (§5.2.1), which the runtime would reject.
  const cbc = createDecipheriv(cipher.name, key, bytes.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([cbc.update(bytes.subarray(16)), cbc.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > 16 || padding > padded.length) fail(NOT_OPENED);
  return padded.subarray(0, padded.length - padding);
}

export interface ElementToDecrypt {
  /** `xenc:EncryptedData` */
  readonly data: XmlElement;
  /** `xenc:EncryptedKey` elements next to it; those in its KeyInfo are found automatically. */
  readonly encryptedKeys: readonly XmlElement[];
  /** Private RSA keys, tried in this order. */
  readonly keys: readonly KeyObject[];
}

/**
 * Decrypts an element (XML Encryption 1.1 §4.5). Returns its XML text, still to be parsed strictly, and the
 * key that decrypted it.
 * @throws {XmlDecryptionError} for unsupported algorithms, and with a single message for all internal
 * failures.
 * @throws {XmlError} for duplicate elements where only one is allowed.
 */
export function decryptElement({ data, encryptedKeys, keys }: ElementToDecrypt): {
  readonly xml: string;
  readonly key: KeyObject;
} {
  const cipher = choose(CIPHERS, algorithmOf(data, XENC, 'EncryptionMethod') ?? '', 'content encryption');
  const bytes = cipherValue(data);
  const wrappedKeys = listWrappedKeys(data, encryptedKeys);
  for (const key of keys)
    for (const wrapped of wrappedKeys) {
      const contentKey = openContentKey(key, wrapped);
      if (contentKey?.length === cipher.keyBytes) return { xml: readText(cipher, contentKey, bytes), key };
    }
  return fail(NOT_OPENED);
}

function readText(cipher: Cipher, key: Buffer, bytes: Buffer): string {
  try {
    return utf8.decode(openContent(cipher, key, bytes));
  } catch (cause) {
    throw new XmlDecryptionError(NOT_OPENED, cause);
  }
}
