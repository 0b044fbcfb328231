// JSON Web Encryption in compact form: made for clients' keys and opened with the realm's, on jose.
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, importJWK } from 'jose';

/** For whom and how something is encrypted. */
export interface EncryptionKey {
  readonly kid: string | undefined;
  /** The public key. */
  readonly jwk: JsonWebKey;
}

/** The members of a JWK that make its public part, by key type (RFC 7518 §6, RFC 8037 §2). */
const PUBLIC_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  RSA: ['kty', 'n', 'e'],
  EC: ['kty', 'crv', 'x', 'y'],
  OKP: ['kty', 'crv', 'x'],
};
const ECDH_CURVES: ReadonlySet<unknown> = new Set(['P-256', 'P-384', 'P-521', 'X25519']);

/** The public key of a JWK when content for it may be encrypted with `algorithm`; undefined otherwise. RFC 7517 §4. */
export function readEncryptionJwk(jwk: unknown, algorithm: string): EncryptionKey | undefined {
  if (typeof jwk !== 'object' || jwk === null) return undefined;
  const { kty, use, alg, kid, crv } = jwk as Readonly<Record<string, unknown>>;
  if ((use !== undefined && use !== 'enc') || (alg !== undefined && alg !== algorithm)) return undefined;
  const suits = algorithm.startsWith('RSA') ? kty === 'RSA' : ECDH_CURVES.has(crv);
  const members = PUBLIC_MEMBERS[String(kty)];
  if (!suits || members === undefined) return undefined;
  const entries = Object.entries(jwk).filter(
    ([name, value]) => members.includes(name) && typeof value === 'string',
  );
  if (entries.length !== members.length) return undefined;
  return { kid: typeof kid === 'string' ? kid : undefined, jwk: Object.fromEntries(entries) };
}

/**
 * Encrypts a text (RFC 7516 §5.1). `contentType` is `JWT` around a signed token (RFC 7519 §5.2).
 * @throws {Error} when the key is none for the algorithm.
 */
export async function encryptJwe(
  text: string,
  { kid, jwk }: EncryptionKey,
  header: { readonly alg: string; readonly enc: string; readonly contentType?: string },
): Promise<string> {
  const { alg, enc, contentType } = header;
  const key = await importJWK({ ...jwk, kty: String(jwk.kty) }, alg);
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({
      alg,
      enc,
      ...(kid === undefined ? {} : { kid }),
      ...(contentType === undefined ? {} : { cty: contentType }),
    })
    .encrypt(key);
}

/** A private key of ours. */
export interface DecryptionKey {
  readonly kid: string;
  /** RFC 7518 §4.1. */
  readonly algorithm: string;
  readonly privateKey?: KeyObject;
}

/** What came out, or why nothing did. */
export type Decrypted =
  | { readonly text: string; readonly reason?: undefined }
  | { readonly text?: undefined; readonly reason: string };

/**
 * Opens a JWE in compact form with the key that it names, or the first of its algorithm (RFC 7516 §5.2). `wanted` is what the sender is to use;
 * `any` leaves it open.
 */
export async function decryptJwe(
  text: string,
  keys: readonly DecryptionKey[],
  wanted: { readonly algorithm: string; readonly encryption: string },
): Promise<Decrypted> {
  try {
    const { alg = '', enc = '', kid } = decodeProtectedHeader(text);
    for (const [name, value, expected] of [
      ['alg', alg, wanted.algorithm],
      ['enc', enc, wanted.encryption],
    ] as const) {
      if (expected !== 'any' && value !== expected)
        return { reason: `${name} is "${value}", not ${expected}` };
    }
    const key = keys.find((each) => each.algorithm === alg && (kid === undefined || each.kid === kid));
    if (key?.privateKey === undefined)
      return { reason: `there is no key for alg "${alg}"${kid === undefined ? '' : ` named ${kid}`}` };
    const { plaintext } = await compactDecrypt(text, key.privateKey);
    return { text: new TextDecoder().decode(plaintext) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
