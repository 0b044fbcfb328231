// JSON Web Encryption in compact form, based on jose: encrypts for clients' keys, decrypts with the realm's.
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, importJWK } from 'jose';

/** A recipient's key. */
export interface EncryptionKey {
  readonly kid: string | undefined;
  readonly jwk: JsonWebKey;
}

/** The public members of a JWK, by key type (RFC 7518 §6, RFC 8037 §2). */
const PUBLIC_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  RSA: ['kty', 'n', 'e'],
  EC: ['kty', 'crv', 'x', 'y'],
  OKP: ['kty', 'crv', 'x'],
};
const ECDH_CURVES: ReadonlySet<unknown> = new Set(['P-256', 'P-384', 'P-521', 'X25519']);

/** The public part of a JWK that suits `algorithm`; undefined otherwise. RFC 7517 §4. */
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
 * RFC 7516 §5.1. `contentType` is `JWT` for a nested token. @throws {Error} when key and algorithm differ.
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

/** One of the realm's private keys. */
export interface DecryptionKey {
  readonly kid: string;
  /** RFC 7518 §4.1. */
  readonly algorithm: string;
  readonly privateKey?: KeyObject;
}

/** The plaintext, or why decryption failed. */
export type Decrypted =
  | { readonly text: string; readonly reason?: undefined }
  | { readonly text?: undefined; readonly reason: string };

/**
 * Decrypts a compact JWE with the key that its `kid` names, or the first key for its algorithm (RFC 7516
 * §5.2). `required` is what the sender must use; `any` accepts everything.
 */
export async function decryptJwe(
  text: string,
  keys: readonly DecryptionKey[],
  required: { readonly algorithm: string; readonly encryption: string },
): Promise<Decrypted> {
  try {
    const { alg = '', enc = '', kid } = decodeProtectedHeader(text);
    for (const [name, value, expected] of [
      ['alg', alg, required.algorithm],
      ['enc', enc, required.encryption],
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
