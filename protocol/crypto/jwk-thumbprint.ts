// Computes the thumbprint of a public key (RFC 7638).
import type { JsonWebKey } from 'node:crypto';
import { sha256Base64Url } from './identifiers.ts';

/** Required members in lexicographic order, by key type (RFC 7638 §3.2, RFC 8037 §2). */
const MEMBERS: Readonly<Record<string, readonly (keyof JsonWebKey)[]>> = {
  RSA: ['e', 'kty', 'n'],
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
};

/** SHA-256 over the required members. @throws {TypeError} for an unsupported key type or missing members. */
export function jwkThumbprint(jwk: JsonWebKey): string {
  const members = MEMBERS[jwk.kty ?? ''];
  if (members?.every((name) => typeof jwk[name] === 'string') !== true)
    throw new TypeError('a thumbprint is made of a complete RSA, EC or OKP key');
  return sha256Base64Url(JSON.stringify(Object.fromEntries(members.map((name) => [name, jwk[name]]))));
}
